import Preferences
import ServiceRuntime
import Testing

@Suite("Stops under load")
struct StopTests {
    private static let keys =
        "[keys.\"load.*\"]\ntype = \"int\"\npolicy = \"last\"\nmax_keys = 100\n"
        + TestTree.key("steady.sum", "int", "sum") + TestTree.key("steady.all", "text", "concat", "separator = \" \"")

    private struct Grown {
        let root: TestNode
        let aggregators: [TestNode]
        let leaves: [TestNode]
        /// In which order nodes are stopped.
        var cycle: [TestNode] { [root] + aggregators + leaves }
    }

    private func grow(in tree: TestTree) async throws -> Grown {
        let root = try await tree.root(keys: Self.keys)
        var aggregators: [TestNode] = []
        var leaves: [TestNode] = []
        for (rank, side) in ["left", "right"].enumerated() {
            aggregators.append(try await tree.aggregator(side, under: root, rank: rank))
            leaves.append(try await tree.leaf("\(side)-leaf", under: aggregators[rank]))
        }
        for (number, leaf) in leaves.enumerated() {
            try await leaf.attached()
            try await leaf.hasCatalog()
            try await leaf.publish("steady.sum", "\(number + 1)", "--wait", "root")
            try await leaf.publish("steady.all", leaf.name, "--wait", "root")
        }
        return Grown(root: root, aggregators: aggregators, leaves: leaves)
    }

    @Test("40 stops lose nothing that was acknowledged and show a watcher nothing false")
    func fortyStops() async throws {
        let timing = Timing(heartbeat: "100ms", deadAfter: "1s", grace: "60s", settle: "30s")
        try await TestTree.run(timing, weight: 2) { tree in
            let grown = try await grow(in: tree)
            let watcher = try await tree.watch(grown.root, "*")
            let loads = grown.leaves.map { AcknowledgedLoad($0, keys: 5) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for load in loads { group.addTask { try await load.run() } }
                defer { loads.forEach { $0.stop() } }
                try await stops(grown)
            }
            for load in loads { try await nothingLost(load, grown, watcher) }
            try nothingFalse(watcher)
        }
    }

    private func stops(_ grown: Grown) async throws {
        for number in 0..<40 {
            let node = grown.cycle[number % grown.cycle.count]
            try await node.restart(number.isMultiple(of: 2) ? .kill : .terminate)
            try await node.attached()
        }
        for node in grown.cycle { try await node.attached() }
    }

    private func nothingLost(_ load: AcknowledgedLoad, _ grown: Grown, _ watcher: Watcher) async throws {
        let log = load.log
        #expect(log.acknowledged > 40)
        for key in load.keys {
            let here = try #require(try await load.leaf.value(key, at: ".").flatMap { Int($0) })
            #expect(here >= log.acknowledged && here <= log.stated, "\(key) is \(here) at its leaf, log \(log)")
            try await grown.root.shows(key, "\(here)")
            try await watcher.sees(key, .int(Int64(here)))
        }
    }

    /// Every record is of a state that there was: numbers only rise, and what never changed is never told again.
    private func nothingFalse(_ watcher: Watcher) throws {
        let records = try watcher.records()
        for (key, told) in Dictionary(grouping: records, by: \.key) {
            #expect(!told.dropFirst().contains { !$0.explicit || $0.state != "ok" }, "\(key): \(told)")
            if key.hasPrefix("steady.") {
                #expect(told.count == 1, "\(key): \(told)")
            } else {
                let numbers = told.compactMap { if case .int(let number) = $0.value { number } else { nil } }
                #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(key): \(numbers)")
            }
        }
    }

    @Test(
        "with a grace of 0s the same watcher sees a killed leaf go, and come back", arguments: TestNode.Ending.allCases)
    func positiveControl(_ ending: TestNode.Ending) async throws {
        try await TestTree.run(Timing(grace: "0s")) { tree in
            let grown = try await grow(in: tree)
            let watcher = try await tree.watch(grown.root, "steady.sum")
            try await watcher.sees("steady.sum", .int(3))
            try await grown.leaves[0].end(ending)
            let lost = try await watcher.sees("steady.sum", .int(2))
            #expect(lost.reason == "lost")
            try await grown.leaves[0].start()
            let returned = try await watcher.sees("steady.sum", .int(3))
            #expect(returned.reason == "returned")
        }
    }
}
