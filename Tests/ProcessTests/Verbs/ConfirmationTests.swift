import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("publish, confirmed and streamed")
struct ConfirmationTests {
    private static let keys =
        TestTree.key("k", "int", "sum") + TestTree.key("title", "text", "first")
        + "[keys.\"node_*\"]\ntype = \"float\"\npolicy = \"sum\"\nmax_keys = 100\n"

    @Test("--wait root returns when the root has it, and 5 with what is kept where while the root is away")
    func waitForRoot() async throws {
        try await TestTree.run(.patient) { tree in
            let small = try await SmallTree.grow(in: tree, keys: Self.keys)
            let leaf = small.leaves[0]
            for number in 1...10 {
                try await leaf.publish("k", "\(number)", "--wait", "root")
                #expect(try await small.root.value("k", at: ".") == "\(number)")
            }
            small.rack.pause()
            let kept = try await leaf.prefctl("publish", "k", "11", "--wait", "root", "--timeout", "500ms")
            #expect(kept.exit == 5, "\(kept)")
            #expect(kept.errors.contains("kept at a, not confirmed at the root"), "\(kept)")
            #expect(try await leaf.value("k", at: ".") == "11")
            let cutOff = try await leaf.prefctl("get", "k", "--timeout", "500ms")
            #expect(cutOff.exit == 3, "\(cutOff)")
            small.rack.unpause()
            try await small.root.shows("k", "11", at: ".")
            try await small.root.end(.kill)
            let stream = try await leaf.prefctl(
                ["publish", "-", "--wait", "root", "--timeout", "500ms"], input: .text("k 12\n"))
            #expect(stream.exit == 5, "\(stream)")
            try await small.root.start()
            try await small.root.shows("k", "12", at: ".")
        }
    }

    @Test("a shadowed publication is confirmed though it changes nothing at the root")
    func shadowed() async throws {
        try await TestTree.run { tree in
            let small = try await SmallTree.grow(in: tree, keys: Self.keys)
            try await small.leaves[0].publish("title", "first", "--wait", "root")
            try await small.leaves[1].publish("title", "second", "--wait", "root")
            try await small.leaves[1].publish("title", "third", "--wait", "root")
            #expect(try await small.root.value("title") == "first")
        }
    }

    @Test("--replace retracts what the stream's source had and did not name, and nothing if a line failed")
    func replace() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            func feed(_ text: String) async throws -> Int32 {
                let arguments = ["publish", "-", "--format", "prometheus", "--source", "exporter", "--replace"]
                return try await root.prefctl(arguments, input: .text(text)).exit
            }
            try await root.publish("node_load", "100", "--source", "other")
            #expect(try await feed("node_load{cpu=\"0\"} 1\nnode_load{cpu=\"1\"} 2\nnode_up 1\n") == 0)
            #expect(try await root.value("node_load") == "103.0")
            #expect(try await feed("# HELP node_load x\nnode_load{cpu=\"1\"} 5\n") == 0)
            #expect(try await root.value("node_load") == "105.0")
            #expect(try await root.record("node_up").explicit == false)
            #expect(try await feed("node_load{cpu=\"0\"} 1\nnode_load{\n") == 1)
            #expect(try await root.value("node_load") == "106.0")
            let listed = try await root.prefctl("sources", "node_*")
            #expect(listed.output.contains("exporter{cpu=\"1\"}"), "\(listed)")
        }
    }

    @Test("a held stream lives as long as its stdin is open")
    func heldStream() async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Self.keys)
            try await root.serves()
            let stream = try await tree.client(root, ["publish", "-", "--held"], input: .open)
            try stream.write("k 1\ntitle On\n")
            try await root.shows("title", "On")
            #expect(try await root.value("k") == "1")
            stream.closeInput()
            #expect(try await stream.ended().exit == 0)
            try await eventually("both are gone") {
                let (number, title) = (try await root.record("k"), try await root.record("title"))
                return !number.explicit && !title.explicit
            }
        }
    }
}
