import PreferenceTestSupport
import PreferenceTree
import Preferences

/// One seed from the first start to the last quiet point.
struct SeedRun {
    let seed: UInt64
    let world: World
    private let orchard: Orchard
    private let weather: Weather
    private let events: Int

    init(seed: UInt64, keepsTrace: Bool = false) throws {
        self.seed = seed
        world = World(seed: seed, usesCodec: seed % 8 == 7, keepsTrace: keepsTrace)
        orchard = try Orchard(world)
        events = world.random.logarithmic(200, 2000)
        let isWild = world.random.chance(1, in: 4)
        weather = Weather(orchard: orchard, faultsPerMille: world.random.within(50...200), isWild: isWild)
    }

    /// Runs to the end or to the first violation, which is returned.
    func run() -> String? {
        world.counters.add("seeds")
        world.tap = watchForDoubles
        startAll()
        let quiet = QuietPoint(orchard: orchard)
        quiet.reach()
        let phases = 1 + events / 300
        for phase in 0..<phases where world.violation == nil {
            for station in orchard.nodes { station.node?.hasWildTimers = weather.isWild }
            if weather.isWild { world.counters.add("phases with wild timers") }
            weather.blow(events: events / phases)
            if phase > 0, world.random.chance(1, in: 4) { loseOne() }
            quiet.reach()
            if world.random.chance(1, in: 3) { SilentRestarts(orchard: orchard, quiet: quiet).run() }
        }
        world.counters.add("notifications", world.notifications)
        return world.violation
    }

    private func startAll() {
        for station in world.stations.shuffled(using: &world.random) {
            world.start(station)
            world.run(until: world.now + world.random.span(0...VirtualTime.tick / 10))
        }
    }

    /// One node stays away: what it had must go, and come back with it.
    private func loseOne() {
        let lost = world.random.pick(Array(orchard.nodes.dropFirst()))
        world.counters.add("nodes lost")
        lost.node?.isDownForGood = true
        world.crash(lost)
        QuietPoint(orchard: orchard).reach()
        lost.node?.isDownForGood = false
        world.start(lost)
    }

    /// At any moment, in any partial on its way up: no source counts twice.
    private func watchForDoubles(_ connection: Connection, _ direction: Direction, _ frame: Frame) {
        guard case .state(let state) = frame.message else { return }
        for other in state.others {
            guard case .value(.list(let members))? = other.partial else { continue }
            if let doubled = LivingSources.repeated(members) {
                world.violated("\(connection.child.name) sends \(doubled) twice: \(Brief.value(.list(members)))")
            }
        }
    }
}
