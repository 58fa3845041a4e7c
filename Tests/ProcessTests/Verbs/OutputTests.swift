import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("what prefctl writes")
struct OutputTests {
    private static let keys = TestTree.key("level", "int", "last")

    private func shell(_ command: String, at root: TestNode, _ tree: TestTree) async throws -> Outcome {
        let program = "\(Programs.prefctl) --connect \(root.endpoint)"
        return try await tree.run(["/bin/sh", "-c", command.replacing("prefctl", with: program)])
    }

    @Test("what cannot be written is an error, into a full file and into a closed stream")
    func lost() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            for command in ["prefctl get level > /dev/full", "prefctl get level >&-", "prefctl keys > /dev/full"] {
                let outcome = try await shell(command, at: root, tree)
                #expect(outcome.exit == 4, "\(command): \(outcome)")
                #expect(outcome.errors.contains("stdout cannot be written"), "\(command): \(outcome)")
            }
            #expect(try await shell("prefctl get level <&- 2>&-", at: root, tree).output == "null\n")
        }
    }

    @Test("a watch ends when its reader does, though nothing changes")
    func reader() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let outcome = try await shell("prefctl watch level | head -1", at: root, tree)
            #expect(outcome.output == "level\tnull\n", "\(outcome)")
            try await eventually("the watch has gone") { try await root.clients() == 1 }
        }
    }

    @Test("an interruption is an object with --json, and nothing without")
    func interrupted() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            for (options, words) in [([String](), ""), (["--json"], "\"code\":\"interrupted\"")] {
                let watch = try await tree.client(root, ["watch", "level"] + options)
                try await eventually("it watches") { !watch.output.isEmpty }
                watch.send(.interrupt)
                let outcome = try await watch.ended()
                #expect(outcome.exit == 130, "\(outcome)")
                #expect(words.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(words), "\(outcome)")
            }
        }
    }

    @Test("status shows a reload that failed, with its time, until one succeeds")
    func failedReload() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let good = NodePlan(name: "root", children: root.children, timing: tree.timing, tables: Self.keys)
            var bad = good
            bad.tables = "[keys"
            try root.write(bad)
            #expect(try await root.prefctl("reload").exit == 4)
            let status = try await root.prefctl("status")
            #expect(status.exit == 0, "\(status)")
            #expect(status.output.contains("the configuration was not reloaded"), "\(status)")
            #expect(status.output.contains("root.toml:"), "\(status)")
            try root.write(good)
            #expect(try await root.prefctl("reload").exit == 0)
            let over = try await root.prefctl("status", "--json")
            #expect(!over.output.contains("last_error"), "\(over)")
        }
    }
}
