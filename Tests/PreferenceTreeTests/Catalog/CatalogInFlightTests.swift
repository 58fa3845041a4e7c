import PreferenceTree
import Preferences
import Simulation
import Testing

@Suite("A catalog that changes while values are under way")
struct CatalogInFlightTests {
    @Test("a key that the change does not touch is folded, though its parent hears of it for the first time")
    func untouchedKey() throws {
        let (touched, untouched) = (try Key("touched"), try Key("free.of.change"))
        func catalog(_ policy: Policy) -> Catalog {
            Catalog([
                Definition(pattern: .exact(touched), type: .int, policy: policy),
                Definition(pattern: .prefix("free."), type: .int, policy: .sum),
            ])
        }
        for seed in 1...20 as ClosedRange<UInt64> {
            let world = World(seed: seed)
            let root = try world.addNode("root", catalog: catalog(.sum))
            let leaf = try world.addNode("leaf", under: root)
            let client = world.addClient("client", at: leaf)
            for station in world.stations { world.start(station) }
            world.run(ticks: 8)
            client.state(Statement(operation: .publish(.int(7)), key: untouched.text, source: "s"))
            world.run(ticks: Double(seed) / 100)
            world.reload(root, catalog(.max))
            world.run(ticks: 12)
            let shown = try #require(world.get(root, [untouched])?.records[untouched])
            #expect(shown.value == .int(7) && shown.explicit, "seed \(seed)")
        }
    }

    @Test(
        "what was sent under the definition before is not folded under the new one, even when nobody marks in time (R10)"
    )
    func changedKey() throws {
        let setting = try SumSetting()
        let link = LinkID(number: 1)
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        #expect(node.value(setting.key) == .int(3))
        let changed = Catalog(
            [
                Definition(pattern: .exact(setting.key), type: .int, policy: .max),
                Definition(pattern: .exact(setting.other), type: .int, policy: .sum),
            ])
        node.handle(.reload(setting.rootSettings, changed))
        node.flush()
        // The child has not read of it, and is slow.
        node.from(link, setting.change { ($0.intIDs, $0.ints) = ([0], [4]) })
        for _ in 0..<30 {
            node.from(link, .ping)
            node.pass(.milliseconds(900))
        }
        #expect(node.value(setting.key) == nil)
        node.from(
            link,
            setting.change {
                $0.catalogHash = changed.contentHash
                ($0.intIDs, $0.ints) = ([0], [4])
                $0.marks = .settled
            })
        node.flush()
        #expect(node.value(setting.key) == .int(4))
    }
}
