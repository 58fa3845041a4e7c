import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("Leaving: drain, forget, SIGTERM")
struct LeavingTests {
    private static let keys = TestTree.key("k", "int", "sum")

    private func grown(_ tree: TestTree) async throws -> (small: SmallTree, watcher: Watcher) {
        let small = try await SmallTree.grow(in: tree, keys: Self.keys)
        for (number, leaf) in small.leaves.enumerated() {
            try await leaf.publish("k", "\(number + 1)", "--wait", "root")
        }
        let watcher = try await tree.watch(small.root, "k")
        try await watcher.sees("k", .int(3))
        return (small, watcher)
    }

    @Test("drain takes a leaf's contributions away at once and its name off the roster; --undo brings both back")
    func drain() async throws {
        try await TestTree.run(.patient) { tree in
            let (small, watcher) = try await grown(tree)
            let drained = try await small.root.prefctl("drain", "--at", "/rack/b")
            #expect(drained.exit == 0, "\(drained)")
            try await watcher.sees("k", .int(1))
            try await eventually("the drained leaf is expected no more") {
                try await small.root.record("k").nodes == ["live": 3, "stale": 0, "missing": 0, "expected": 3]
            }
            #expect(try await small.leaves[1].value("k", at: ".") == "2")
            // A drained node stays so through a restart.
            try await small.leaves[1].restart()
            try await small.leaves[1].serves()
            #expect(try await small.root.value("k") == "1")
            let back = try await small.leaves[1].prefctl("drain", "--undo")
            #expect(back.exit == 0, "\(back)")
            try await watcher.sees("k", .int(3))
            #expect(try await small.root.record("k").nodes["live"] == 4)
        }
    }

    @Test("a killed leaf is stale, lost after the grace, missing, and expected until it is forgotten")
    func forget() async throws {
        try await TestTree.run { tree in
            let (small, watcher) = try await grown(tree)
            try await small.leaves[1].end(.kill)
            let lost = try await watcher.sees("k", .int(1))
            #expect(lost.reason == "lost")
            try await eventually("it is missing") { try await small.root.record("k").nodes["missing"] == 1 }
            let check = try await small.root.prefctl("tree", "--check")
            #expect(check.exit == 1, "\(check)")
            #expect(check.output.contains("b"), "\(check)")
            let forgotten = try await small.leaves[0].prefctl("forget", "/rack/b")
            #expect(forgotten.exit == 0, "\(forgotten)")
            #expect(try await small.root.record("k").nodes == ["live": 3, "stale": 0, "missing": 0, "expected": 3])
            #expect(try await small.root.prefctl("tree", "--check").exit == 0)
            let unknown = try await small.root.prefctl("forget", "/rack/never")
            #expect(unknown.exit == 1, "\(unknown)")
            // Whoever comes back under the name is a newcomer like any.
            try await small.leaves[1].start()
            try await watcher.sees("k", .int(3))
        }
    }

    @Test(
        "a SIGTERM ends a node within five seconds, its parent knows at once, and a return within the grace is silent")
    func terminate() async throws {
        try await TestTree.run(.patient) { tree in
            let (small, watcher) = try await grown(tree)
            let before = try watcher.count()
            for node in small.all {
                let began = ContinuousClock().now
                try await node.end(.terminate)
                #expect(ContinuousClock().now - began < .seconds(5), "\(node.name)")
                if node.name == "b" {
                    // Long before anybody could have missed its heartbeats.
                    let record = try await small.root.record("k")
                    #expect(record.staleSources == 1)
                    #expect(record.value == .int(3))
                }
                try await node.start()
                try await node.attached()
            }
            try await small.leaves[0].publish("k", "10", "--wait", "root")
            try await watcher.sees("k", .int(12))
            #expect(try watcher.news(since: before).map(\.value) == [.int(12)])
        }
    }

    @Test("an ephemeral leaf leaves for good when it is stopped")
    func ephemeral() async throws {
        try await TestTree.run(.patient) { tree in
            let (small, watcher) = try await grown(tree)
            var plan = tree.below(small.rack, "guest", isLeaf: true)
            plan.node = "ephemeral = true"
            let guest = try tree.plan(plan)
            try await guest.start()
            try await guest.attached()
            try await guest.hasCatalog()
            try await guest.publish("k", "100", "--wait", "root")
            try await watcher.sees("k", .int(103))
            try await guest.end(.terminate)
            try await watcher.sees("k", .int(3))
            try await eventually("the guest is expected no more") {
                try await small.root.record("k").nodes["expected"] == 4
            }
        }
    }

    @Test("volatile contributions end with their node, a ttl's when it is not refreshed, durable ones outlive a kill")
    func lifetimes() async throws {
        try await TestTree.run(.patient) { tree in
            let small = try await SmallTree.grow(in: tree, keys: Self.keys)
            let (leaf, watcher) = (small.leaves[0], try await tree.watch(small.root, "k"))
            try await leaf.publish("k", "1", "--source", "durable", "--wait", "root")
            try await leaf.publish("k", "10", "--source", "volatile", "--volatile", "--wait", "root")
            try await leaf.publish("k", "100", "--source", "lease", "--ttl", "1h", "--wait", "root")
            try await leaf.publish("k", "1000", "--source", "brief", "--ttl", "1s", "--wait", "root")
            try await watcher.sees("k", .int(1111))
            let expired = try await watcher.sees("k", .int(111))
            #expect(expired.reason == "expired")
            try await leaf.restart(.kill)
            try await watcher.sees("k", .int(101))
            let listed = try await leaf.prefctl("sources", "--json")
            for lifetime in ["durable", "ttl"] { #expect(listed.output.contains("\"\(lifetime)\""), "\(listed)") }
        }
    }
}
