import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("reload and SIGHUP")
struct ReloadTests {
    private static func keys(_ policy: String, more: String = "") -> String {
        TestTree.key("changed", "int", policy) + TestTree.key("kept", "int", "sum") + more
    }

    private static let added = TestTree.key("added", "text", "last", "default = \"new\"")

    private func write(_ keys: String, to root: TestNode, _ tree: TestTree) throws {
        try root.write(
            NodePlan(name: "root", children: root.children, timing: tree.timing, tables: keys))
    }

    @Test(
        "a dry run tells what would change and changes nothing; a reload changes only that, everywhere",
        arguments: [true, false])
    func reload(_ bySignal: Bool) async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(
                in: tree, keys: Self.keys("sum", more: TestTree.key("removed", "int", "sum")))
            for (number, leaf) in small.leaves.enumerated() {
                for key in ["changed", "kept", "removed"] {
                    try await leaf.publish(key, "\(number + 2)", "--wait", "root")
                }
            }
            let watcher = try await tree.watch(small.root, "*")
            try await watcher.sees("changed", .int(5))
            let before = try watcher.count()
            try write(Self.keys("max", more: Self.added), to: small.root, tree)
            let dry = try await small.root.prefctl("reload", "--dry-run", "--json")
            #expect(dry.exit == 0, "\(dry)")
            let changes = try members(try JSONReader.read(dry.output))
            #expect(changes.list("added") == [.text("added")])
            #expect(changes.list("changed") == [.text("changed")])
            #expect(changes.list("removed").count == 1)
            // One source at each leaf, not one contribution of the aggregator.
            #expect(dry.output.contains(#""contributions":2"#), "\(dry)")
            #expect(dry.output.contains(#"{"entry":"policy","old":"\"sum\"","new":"\"max\""}"#), "\(dry)")
            #expect(dry.output.contains("removed"))
            #expect(try await small.root.value("changed") == "5")
            #expect(try await small.root.prefctl("get", "added").exit == 1)
            #expect(try watcher.count() == before)
            if bySignal {
                small.root.process?.send(.hangup)
            } else {
                let applied = try await small.root.prefctl("reload")
                #expect(applied.exit == 0, "\(applied)")
                for key in ["added", "changed", "removed"] { #expect(applied.output.contains(key), "\(applied)") }
            }
            let record = try await watcher.sees("changed", .int(3))
            #expect(record.reason == "policy")
            try await small.root.shows("added", "new")
            try await small.leaves[0].shows("added", "new", at: ".")
            try await small.leaves[0].publish("added", "known below", "--wait", "root")
            try await watcher.sees("added", .text("known below"))
            let told = try watcher.news(since: before).filter { $0.key == "kept" }
            #expect(told.isEmpty, "\(told)")
            // What no definition covers any more stays on its leaf's disk, and counts again when it may.
            try write(Self.keys("max", more: TestTree.key("removed", "int", "sum")), to: small.root, tree)
            #expect(try await small.root.prefctl("reload").exit == 0)
            try await small.root.shows("removed", "5")
        }
    }

    @Test("settings that need a restart are named, and the rest is applied")
    func restartNeeded() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys("sum"))
            try await root.serves()
            var plan = NodePlan(
                name: "root", children: "ipc://elsewhere.sock", timing: tree.timing,
                tables: Self.keys("sum", more: Self.added))
            plan.rank = 5
            try root.write(plan)
            let outcome = try await root.prefctl("reload")
            #expect(outcome.exit == 0, "\(outcome)")
            for entry in ["listen.children", "node.rank"] {
                #expect((outcome.output + outcome.errors).contains(entry), "\(outcome)")
            }
            #expect((outcome.output + outcome.errors).contains("restart"), "\(outcome)")
            try await root.shows("added", "new")
        }
    }

    @Test("another file is tried by its name, and never applied")
    func otherFile() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys("sum"))
            try await root.serves()
            let file = try tree.scratch.write(
                NodePlan(name: "root", timing: tree.timing, tables: Self.added).text, to: "candidate.toml")
            let outcome = try await root.prefctl("reload", "--dry-run", file)
            #expect(outcome.exit == 0, "\(outcome)")
            #expect(outcome.output.contains("added"), "\(outcome)")
            try tree.scratch.write("[node", to: "candidate.toml")
            let bad = try await root.prefctl("reload", "--dry-run", file, "--json")
            try Complaint(exit: 4, code: "configuration", mentions: ["candidate.toml"]).expect(bad)
        }
    }
}
