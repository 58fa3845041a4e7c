import PreferenceTestSupport
import PreferenceTree
import Preferences

/// What happens to a tree between two quiet points: publications, and faults among them.
struct Weather {
    let orchard: Orchard
    /// Of a thousand events so many are faults.
    let faultsPerMille: Int
    let isWild: Bool

    private var world: World { orchard.world }

    /// `count` events, spread over time.
    func blow(events count: Int) {
        for _ in 0..<count where world.violation == nil {
            world.run(until: world.now + world.random.span(0...VirtualTime.tick / 5))
            world.counters.add("events")
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

    // MARK: - Faults

    func fault() {
        let node = world.random.pick(orchard.nodes)
        switch world.random.below(13) {
        case 0: disturb(node, "drop") { connection, place in connection.dropping[place] += 1 }
        case 1: disturb(node, "duplicate") { connection, place in connection.doubling[place] += 1 }
        case 2:
            world.counters.add("fault delay")
            world.delay(node, world.random.chance(1, in: 2) ? .up : .down, by: span(0.1, 8))
        case 3:
            world.counters.add("fault broken connection")
            world.breakConnection(of: world.random.chance(1, in: 2) ? node : aClient())
        case 4, 5: cut(world.random.chance(4, in: 5) ? node : aClient())
        case 6, 7:
            world.counters.add("fault pause")
            let station = world.random.chance(4, in: 5) ? node : aClient()
            world.pause(station)
            world.agenda.schedule(.heal(.resume(station)), at: world.now + span(0.2, 16))
        case 8, 9: restart(node, bySignal: false)
        case 10: restart(node, bySignal: true)
        case 11:
            world.counters.add("fault client killed")
            let client = aClient()
            world.crash(client)
            world.agenda.schedule(.heal(.restart(client)), at: world.now + span(0.2, 8))
        default: machine(node)
        }
    }

    private func aClient() -> Station {
        world.random.pick(orchard.publishers + orchard.watchers).station
    }

    private func disturb(_ node: Station, _ name: String, _ act: (Connection, Int) -> Void) {
        let station = world.random.chance(1, in: 4) ? aClient() : node
        guard let connection = station.connection else { return }
        world.counters.add("fault \(name)")
        act(connection, world.random.below(2))
    }

    private func cut(_ station: Station) {
        world.counters.add("fault cut")
        let cut: Cut =
            switch world.random.below(5) {
            case 0: .losing(up: true, down: false)
            case 1: .losing(up: false, down: true)
            case 2: .losing(up: true, down: true)
            default: .holding
            }
        world.cut(station, cut)
        world.agenda.schedule(.heal(.uncut(station)), at: world.now + span(0.2, 16))
    }

    func restart(_ node: Station, bySignal: Bool, within longest: Int = 16) {
        guard node.isUp else { return }
        world.counters.add(bySignal ? "fault stop" : "fault crash")
        world.counters.add("restarts of \(orchard.kind(node))")
        if bySignal { world.stop(node) } else { world.crash(node) }
        world.agenda.schedule(.heal(.restart(node)), at: world.now + span(0.2, longest))
    }

    /// A slow disk, a wall clock that is set, a timer that fires too soon.
    private func machine(_ node: Station) {
        switch world.random.below(3) {
        case 0:
            world.counters.add("fault slow disk")
            node.node?.disk.pace = VirtualTime.ticks(2)
            world.agenda.schedule(.heal(.hurryDisk(node)), at: world.now + span(0.2, 8))
        case 1:
            world.counters.add("fault clock step")
            node.node?.wallLead += world.random.chance(1, in: 2) ? 3_600_000_000 : -3_600_000_000
        default:
            world.counters.add("fault early timer")
            for _ in 0..<world.random.within(1...3) { world.tickNow(node) }
        }
    }

    /// From `shortest` to `longest` ticks, every doubling as likely as the next.
    private func span(_ shortest: Double, _ longest: Int) -> Int64 {
        VirtualTime.ticks(shortest * Double(world.random.logarithmic(1, max(1, Int(Double(longest) / shortest)))))
    }
}
