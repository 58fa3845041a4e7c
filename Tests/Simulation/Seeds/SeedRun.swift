import PreferenceTree
import Preferences

/// One seed from the first start to the last quiet point.
package struct SeedRun {
    let seed: UInt64
    package let world: World
    private let orchard: Orchard
    private let weather: Weather
    private let events: Int

    package init(seed: UInt64, keepsTrace: Bool = false) throws {
        self.seed = seed
        world = World(seed: seed, usesCodec: seed % 8 == 7, keepsTrace: keepsTrace)
        orchard = try Orchard(world)
        events = world.random.logarithmic(200, 2000)
        let isWild = world.random.chance(1, in: 4)
        weather = Weather(
            orchard: orchard, faultsPerMille: world.random.within(50...200), isWild: isWild,
            pause: VirtualTime.tick / world.random.pick([5, 10, 20]))
    }

    /// Runs to the end or to the first violation, which is returned.
    package func run() throws -> String? {
        world.counters.add(.seeds)
        defer { world.dismantle() }
        world.tap = { [unowned world] connection, direction, frame in
            guard connection.child.node?.isIntruder == false else { return }
            if direction == .down { if case .catalog = frame.message {} else { return } }
            let objection = connection.child.ledger.note(frame) { world.stations[$0].name }
            if let objection { world.violated("\(connection.child.name) \(objection)") }
        }
        startAll()
        let quiet = QuietPoint(orchard: orchard)
        quiet.reach()
        let phases = 1 + events / 500
        for _ in 0..<phases where world.violation == nil {
            for station in orchard.nodes { station.node?.hasWildTimers = weather.isWild }
            if weather.isWild { world.counters.add(.phasesWithWildTimers) }
            world.steady = SteadySources(orchard)
            weather.blow(events: events / phases)
            quiet.reach()
            world.steady = SteadySources()
            if world.random.chance(1, in: 4) { Takeovers(orchard: orchard, quiet: quiet).run() }
            if world.random.chance(1, in: 8) { Circles(orchard: orchard, quiet: quiet).run() }
            if world.random.chance(1, in: 3) { Departures(orchard: orchard, quiet: quiet).run() }
            if world.random.chance(1, in: 6) { try Intruders(orchard: orchard, quiet: quiet).run() }
            if world.random.chance(1, in: 3) { SilentRestarts(orchard: orchard, quiet: quiet).run() }
        }
        world.counters.add(.notifications, world.notifications)
        return world.violation
    }

    private func startAll() {
        for station in world.stations.shuffled(using: &world.random) {
            world.start(station)
            world.run(until: world.now + world.random.span(0...VirtualTime.tick / 10))
        }
    }
}
