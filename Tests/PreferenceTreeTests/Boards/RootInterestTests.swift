import PreferenceTree
import Preferences
import Simulation
import Testing

@Suite("Interests in the root's values")
struct RootInterestTests {
    @Test("a child that comes back with other numbers for its interests is told every key again")
    func renumbered() throws {
        let keys = try (0..<3).map { try Key("k\($0)") }
        let world = World(seed: 1)
        let catalog = Catalog(keys.map { Definition(pattern: .exact($0), type: .int, policy: .sum) })
        let root = try world.addNode("root", catalog: catalog)
        let middle = try world.addNode("middle", under: root)
        let leaf = try world.addNode("leaf", under: middle)
        let watcher = world.addClient("watcher", at: leaf)
        for key in keys { watcher.watch([.exact(key)], at: .root) }
        for station in world.stations { world.start(station) }
        world.run(ticks: 10)
        // The interests that are left have other numbers than the child will give them after its restart.
        watcher.unwatch(0)
        world.run(ticks: 4)
        world.crash(leaf)
        world.run(ticks: 12)
        world.start(leaf)
        world.run(ticks: 10)
        let publisher = world.addClient("publisher", at: root)
        world.start(publisher.station)
        for key in keys { publisher.state(Statement(operation: .publish(.int(7)), key: key.text, source: "s")) }
        world.run(ticks: 10)
        for watch in watcher.watches {
            for case .exact(let key) in watch.frame.patterns { #expect(watch.records[key]?.value == .int(7)) }
        }
        #expect(watcher.watches.count == 2)
    }
}
