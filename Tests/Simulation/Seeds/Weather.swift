import PreferenceTree
import Preferences

/// What happens to a tree between two quiet points: publications, and faults among them.
struct Weather {
    let orchard: Orchard
    /// Of a thousand events so many are faults.
    let faultsPerMille: Int
    let isWild: Bool
    /// The longest time between two events.
    let pause: Int64

    var world: World { orchard.world }

    /// `count` events, spread over time.
    func blow(events count: Int) {
        for _ in 0..<count where world.violation == nil {
            world.run(until: world.now + world.random.span(0...pause))
            world.counters.add(.events)
            if world.random.below(1000) < faultsPerMille { fault() } else { publish() }
        }
    }

    // MARK: - Publications

    func publish() {
        let publisher = world.random.pick(orchard.publishers)
        let plot = world.random.pick(orchard.plots)
        let source = "s\(world.random.below(world.random.chance(1, in: 4) ? 3 : 1))"
        if world.random.chance(1, in: 8) {
            publisher.state(Statement(operation: .retract, key: plot.key.text, source: source))
            return
        }
        let place = "\(publisher.station.target?.index ?? 0).\(source)"
        let value = orchard.drawValue(plot, source: place)
        world.living.stated(value, for: plot.key)
        let rank: Int32 = world.random.chance(1, in: 5) ? Int32(world.random.within(-1...1)) : 0
        var statement = Statement(operation: .publish(value), key: plot.key.text, source: source, rank: rank)
        var refresh: Int64?
        switch world.random.below(20) {
        case 0..<12: statement.lifetime = world.random.chance(1, in: 2) ? nil : .durable
        case 12..<14: statement.lifetime = .volatile
        case 14..<16: statement.lifetime = .held
        case 16..<18:
            statement.lifetime = .ttl(VirtualTime.interval(ticks: 12))
            refresh = VirtualTime.ticks(3)
        default:
            statement.lifetime = .ttl(VirtualTime.interval(ticks: Int64(isWild ? 3000 : world.random.within(5...15))))
        }
        publisher.state(statement, every: refresh, confirmAtRoot: world.random.chance(1, in: 20))
        if world.random.chance(1, in: 20) { publisher.state(statement, every: refresh) }
    }
}
