import PreferenceTestSupport
import Preferences
import Testing

@Suite("Barrier and veto")
struct BarrierTests {
    private static let ready = TestTree.key("workers.ready", "bool", "count", "lifetimes = [\"held\", \"ttl\"]")

    @Test("a wait for twenty returns only once twenty are present, though the root is killed at eighteen")
    func barrier() async throws {
        try await TestTree.run(.patient) { tree in
            let small = try await SmallTree.grow(in: tree, keys: Self.ready)
            // The wait is asked at a leaf: its own connection lives on.
            let wait = try await tree.client(small.leaves[0], ["wait", "workers.ready", "--ge", "20"])
            for worker in 1...18 { try await hold(worker, tree, small) }
            try await small.root.shows("workers.ready", "18")
            try await small.root.restart(.kill)
            try await small.root.attached()
            try await full(18, small)
            #expect(wait.isRunning, "\(wait.output)")
            try await hold(19, tree, small)
            try await full(19, small)
            #expect(wait.isRunning, "\(wait.output)")
            try await hold(20, tree, small)
            let outcome = try await wait.ended()
            #expect(outcome.exit == 0)
            #expect(outcome.output == "workers.ready\t20\n")
        }
    }

    private func hold(_ worker: Int, _ tree: TestTree, _ small: SmallTree) async throws {
        _ = try await tree.client(
            small.leaves[worker % 2], ["hold", "workers.ready", "true", "--source", "worker\(worker)"])
    }

    /// Exactly so many are present, and another wait of the same kind has seen it.
    private func full(_ count: Int, _ small: SmallTree) async throws {
        let outcome = try await small.leaves[0].prefctl(
            "wait", "workers.ready", "--eq", "\(count)", "--complete", "--timeout", "30s")
        #expect(outcome.exit == 0, "\(outcome)")
    }

    // MARK: Veto

    enum Remedy: CaseIterable {
        case returnsWithoutObjection
        case forgotten
    }

    @Test(
        "a wait for no objection does not return while the one that objects is dead, within the grace or after",
        arguments: Remedy.allCases)
    func veto(_ remedy: Remedy) async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, keys: TestTree.key("reboot.veto", "bool", "any"))
            let objector = small.leaves[1]
            try await small.leaves[0].publish("reboot.veto", "false", "--wait", "root")
            try await objector.publish("reboot.veto", "true", "--wait", "root")
            let wait = try await tree.client(
                small.leaves[0], ["wait", "reboot.veto", "--eq", "false", "--complete"])
            let watcher = try await tree.watch(small.root, "reboot.veto")
            try await objector.end(.kill)
            // Within the grace the objection stands, stale.
            try await eventually("the objector is stale") {
                try await small.root.record("reboot.veto").nodes["stale"] == 1
            }
            #expect(try await small.root.value("reboot.veto") == "true")
            #expect(wait.isRunning)
            // After it the objection is gone, but somebody is missing.
            let lost = try await watcher.sees("reboot.veto", .bool(false))
            #expect(lost.reason == "lost")
            let seen = try await small.leaves[0].prefctl("wait", "reboot.veto", "--eq", "false", "--timeout", "20s")
            #expect(seen.exit == 0, "\(seen)")
            #expect(wait.isRunning, "\(wait.output)")
            switch remedy {
            case .forgotten:
                let forgotten = try await small.root.prefctl("forget", "/rack/b")
                #expect(forgotten.exit == 0, "\(forgotten)")
            case .returnsWithoutObjection:
                try await objector.start()
                try await watcher.sees("reboot.veto", .bool(true))
                #expect(wait.isRunning, "\(wait.output)")
                let retracted = try await objector.prefctl("retract", "reboot.veto")
                #expect(retracted.exit == 0, "\(retracted)")
            }
            let outcome = try await wait.ended()
            #expect(outcome.exit == 0, "\(outcome)")
            #expect(outcome.output == "reboot.veto\tfalse\n")
        }
    }
}
