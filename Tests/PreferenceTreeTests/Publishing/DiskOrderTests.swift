import PreferenceTree
import Preferences
import Simulation
import Testing

@Suite("What the disk keeps of statements that overtake it")
struct DiskOrderTests {
    private func run(
        seed: UInt64, _ act: (World, SimulatedClient, SimulatedClient) throws -> Void
    ) throws -> Answer.Shown {
        let key = try Key("k")
        let world = World(seed: seed)
        let catalog = Catalog([Definition(pattern: .exact(key), type: .int, policy: .sum)])
        let root = try world.addNode("root", catalog: catalog)
        let clients = ["first", "second"].map { world.addClient($0, at: root) }
        for station in world.stations { world.start(station) }
        world.run(ticks: 4)
        try act(world, clients[0], clients[1])
        world.run(ticks: 3)
        world.crash(root)
        world.start(root)
        world.run(ticks: 1)
        return try #require(world.get(root, [key])?.records[key])
    }

    private func statement(_ value: Int64, _ lifetime: Lifetime, take: Bool = false) -> Statement {
        Statement(operation: .publish(.int(value)), key: "k", source: "s", lifetime: lifetime, take: take)
    }

    @Test("a volatile value behind a durable one that is still being written ends with the process")
    func volatileBehindDurable() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let shown = try run(seed: seed) { _, client, _ in
                client.state(together: [statement(1, .durable)])
                client.state(together: [statement(2, .volatile)])
            }
            #expect(!shown.explicit)
            let together = try run(seed: seed) { _, client, _ in
                client.state(together: [statement(1, .durable), statement(2, .volatile)])
            }
            #expect(!together.explicit)
        }
    }

    @Test("a held value that ends does not take with it the durable one that replaces it on disk")
    func durableBehindHeld() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            let shown = try run(seed: seed) { world, holder, other in
                holder.state(together: [statement(1, .held)])
                world.run(ticks: 1)
                other.state(together: [statement(2, .durable, take: true)])
                world.crash(holder.station)
            }
            #expect(shown.value == .int(2) && shown.explicit, "seed \(seed)")
        }
    }
}
