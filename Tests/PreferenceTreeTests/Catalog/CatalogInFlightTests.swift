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
}
