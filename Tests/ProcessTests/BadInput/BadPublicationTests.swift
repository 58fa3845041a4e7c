import Preferences
import ServiceRuntime
import Testing

@Suite("Bad input: publications")
struct BadPublicationTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let arguments: [String]
        let complaint: Complaint

        init(_ description: String, _ arguments: [String], _ exit: Int32, _ code: String, _ mentions: [String]) {
            self.description = description
            self.arguments = arguments
            complaint = Complaint(exit: exit, code: code, mentions: mentions)
        }
    }

    static let cases = [
        Case("a text for an int", ["publish", "steady", "\"five\""], 4, "wrong_type", ["steady", "int"]),
        Case("no JSON for an int", ["publish", "steady", "five"], 4, "invalid_value", ["steady", "whole number"]),
        Case("a fraction for an int", ["publish", "steady", "1.5"], 4, "wrong_type", ["steady", "int"]),
        Case("null for a key that is not nullable", ["publish", "steady", "null"], 4, "wrong_type", ["steady"]),
        Case(
            "an int beyond 64 bits", ["publish", "steady", "9223372036854775808"], 4, "invalid_value",
            ["steady", "64 bits"]),
        Case("NaN by name", ["publish", "pool.max_temp", "NaN"], 4, "invalid_value", ["pool.max_temp"]),
        Case(
            "NaN as JSON cannot write it", ["publish", "pool.max_temp", "{\"$float\":\"nan\"}"], 4, "invalid_value",
            ["$float"]),
        Case(
            "an undeclared key", ["publish", "pool.max_tmp", "1"], 4, "unknown_key", ["pool.max_tmp", "pool.max_temp"]),
        Case(
            "a value above 64 KiB", ["publish", "title", String(repeating: "x", count: 66_000)], 4, "too_large",
            ["title", "65536"]),
        Case(
            "a key above 240 bytes", ["publish", String(repeating: "k", count: 241), "1"], 4, "invalid_name", ["240"]),
        Case(
            "a source above 240 bytes", ["publish", "steady", "1", "--source", String(repeating: "s", count: 241)], 4,
            "invalid_name", ["240"]),
        Case(
            "a control character in a source", ["publish", "steady", "1", "--source", "a\tb"], 4, "invalid_name",
            ["source"]),
        Case(
            "a lifetime that the key does not take", ["publish", "lease", "1", "--volatile"], 4, "lifetime",
            ["lease", "ttl"]),
        Case("a ttl that is no duration", ["publish", "lease", "1", "--ttl", "soon"], 2, "usage", ["soon"]),
        Case("an unknown key to read", ["get", "pool.max_tmp"], 1, "unknown_key", ["pool.max_tmp", "pool.max_temp"]),
        Case("a node that is not there", ["get", "steady", "--at", "/rack/z"], 1, "unknown_node", ["/rack/z"]),
        Case(
            "nothing to retract", ["retract", "steady", "--source", "nobody"], 1, "nothing_to_retract",
            ["steady", "nobody"]),
        Case("an unknown verb", ["publsh", "steady", "1"], 2, "usage", ["publsh", "publish"]),
        Case("an unknown option", ["get", "steady", "--strickt"], 2, "usage", ["--strickt", "--strict"]),
        Case("a live node to forget", ["forget", "/rack/a"], 4, "live", ["/rack/a"]),
        Case("a node with children to drain", ["drain", "--at", "/rack"], 4, "has_children", ["rack"]),
    ]

    @Test("each is refused with its code, naming thing and remedy, and harms nobody")
    func refused() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            for bad in Self.cases {
                let outcome = try await bystander.leaf.prefctl(["--json", "--timeout", "5s"] + bad.arguments)
                do { try bad.complaint.expect(outcome) } catch { Issue.record("\(bad): \(error)") }
            }
            try await bystander.isUnharmed()
        }
    }

    @Test("text that is not UTF-8 is refused as argument, from stdin, from a file and in a stream")
    func invalidUTF8() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            let file = tree.scratch.file("latin1")
            _ = try await tree.run([
                "/bin/sh", "-c",
                "printf 'caf\\351' > \(file); (printf 'title caf\\351\\n'; echo 'switch false') > \(file).lines",
            ])
            let complaint = Complaint(exit: 4, code: "invalid_value", mentions: ["UTF-8"])
            let leaf = bystander.leaf
            try complaint.expect(try await leaf.prefctl(["--json", "publish", "title", "--file", file]))
            try complaint.expect(try await leaf.prefctl(["--json", "publish", "title", "-"], input: .file(file)))
            let shell = try await tree.run([
                "/bin/sh", "-c", "exec \"$0\" --connect \"$1\" --json publish title \"$(printf 'caf\\351')\"",
                Programs.prefctl, leaf.endpoint,
            ])
            try complaint.expect(shell)
            let stream = try await leaf.prefctl(["publish", "-"], input: .file(file + ".lines"))
            #expect(stream.exit == 1, "\(stream)")
            #expect(stream.errors.contains("line 1"), "\(stream)")
            #expect(try await leaf.value("title") == "null")
            #expect(try await leaf.record("switch").explicit)
            _ = try await leaf.prefctl("retract", "switch")
        }
    }

    @Test("bad lines of a stream are told by number and hold the good ones up in nothing")
    func badLines() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            let lines = "pool.max_temp 1\nnothing.here 1\npool.max_temp \"x\"\nswitch\n\npool.max_temp 7.5\n"
            let outcome = try await bystander.leaf.prefctl(["publish", "-", "--wait", "root"], input: .text(lines))
            #expect(outcome.exit == 1, "\(outcome)")
            for bad in ["line 2", "line 3", "line 4"] { #expect(outcome.errors.contains(bad), "\(outcome)") }
            #expect(!outcome.errors.contains("line 6"), "\(outcome)")
            #expect(try await bystander.root.value("pool.max_temp") == "7.5")
        }
    }
}
