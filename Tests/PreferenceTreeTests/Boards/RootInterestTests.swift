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

    @Test("who asks again after the last reader left is not told what has gone meanwhile", arguments: [false, true])
    func forgottenMeanwhile(isOverlapped: Bool) throws {
        let key = try Key("p.a")
        let world = World(seed: 1)
        let catalog = Catalog([Definition(pattern: .prefix("p."), type: .int, policy: .sum)])
        let root = try world.addNode("root", catalog: catalog)
        let leaf = try world.addNode("leaf", under: root)
        let watcher = world.addClient("watcher", at: leaf)
        let other = world.addClient("other", at: leaf)
        let publisher = world.addClient("publisher", at: root)
        watcher.watch([.prefix("p.")], at: .root)
        if isOverlapped { other.watch([.exact(try Key("p.b"))], at: .root) }
        for station in world.stations { world.start(station) }
        world.run(ticks: 10)
        publisher.state(Statement(operation: .publish(.int(7)), key: key.text, source: "s"))
        world.run(ticks: 5)
        #expect(watcher.watches[0].records[key]?.value == .int(7))
        watcher.unwatch(0)
        world.run(ticks: 5)
        publisher.state(Statement(operation: .retract, key: key.text, source: "s"))
        world.run(ticks: 5)
        watcher.watch([.prefix("p.")], at: .root)
        world.run(ticks: 5)
        #expect(watcher.watches[0].syncs == 1)
        #expect(watcher.watches[0].records[key] == nil)
    }

    @Test("an absent key stays for who named it when another one asks for the keys around it")
    func namedAndAround() throws {
        let world = World(seed: 1)
        let catalog = Catalog([Definition(pattern: .prefix("p."), type: .int, policy: .sum)])
        let root = try world.addNode("root", catalog: catalog)
        let leaf = try world.addNode("leaf", under: root)
        let naming = world.addClient("naming", at: leaf)
        let around = world.addClient("around", at: leaf)
        for station in world.stations { world.start(station) }
        world.run(ticks: 10)
        let key = try Key("p.a")
        naming.watch([.exact(key)], at: .root)
        world.run(ticks: 5)
        around.watch([.prefix("p.")], at: .root)
        world.run(ticks: 5)
        #expect(around.watches[0].syncs == 1)
        #expect(naming.watches[0].records[key]?.explicit == false)
    }

    @Test("who asks below a node that has long been cut off is told what that node knows, as stale, then what is true")
    func askedBelowACut() throws {
        let key = try Key("k")
        let world = World(seed: 1)
        let catalog = Catalog([Definition(pattern: .exact(key), type: .int, policy: .sum)])
        let root = try world.addNode("root", catalog: catalog)
        let middle = try world.addNode("middle", under: root)
        let leaf = try world.addNode("leaf", under: middle)
        let publisher = world.addClient("publisher", at: root)
        let first = world.addClient("first", at: middle)
        let second = world.addClient("second", at: leaf)
        first.watch([.exact(key)], at: .root)
        for station in world.stations { world.start(station) }
        publisher.state(Statement(operation: .publish(.int(7)), key: key.text, source: "s"))
        world.run(ticks: 10)
        world.cut(middle, .losing(up: true, down: true))
        world.run(ticks: 20)
        second.watch([.exact(key)], at: .root)
        world.run(ticks: 5)
        #expect(second.watches[0].syncs == 1)
        #expect(second.watches[0].records[key]?.value == .int(7))
        #expect(second.watches[0].records[key]?.state == .stale)
        publisher.state(Statement(operation: .publish(.int(8)), key: key.text, source: "s"))
        world.uncut(middle)
        world.run(ticks: 20)
        #expect(second.watches[0].records[key]?.value == .int(8))
        #expect(second.watches[0].records[key]?.state == .ok)
    }
}
