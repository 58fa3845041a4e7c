import Foundation
import PreferenceTestSupport
import ServiceRuntime
import Testing

@Suite("Bad input: configuration, ports and directories")
struct BadConfigurationTests {
    private static let head = "[node]\nname = \"root\"\ntree = \"test\"\n"

    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let text: String
        /// `LINE:COLUMN` of each error, and a word its message has.
        let findings: [(place: String, word: String)]
    }

    static let cases = [
        Case(description: "malformed TOML", text: head + "[keys.\n", findings: [("4:7:", "key")]),
        Case(
            description: "unknown entries, each with a suggestion",
            text: head + "rnak = 1\n[timign]\nheartbeat = \"1s\"\n", findings: [("4:1:", "rank"), ("5:", "timing")]),
        Case(
            description: "wrong types", text: head + "rank = \"high\"\n[timing]\ngrace = 5\n",
            findings: [("4:", "rank"), ("6:", "grace")]),
        Case(
            description: "a default of another type",
            text: head + "[keys.k]\ntype = \"int\"\npolicy = \"sum\"\ndefault = \"x\"\n", findings: [("7:", "default")]),
        Case(
            description: "a policy that does not take the type",
            text: head + "[keys.k]\ntype = \"text\"\npolicy = \"sum\"\n", findings: [("6:", "sum")]),
        Case(
            description: "what a later version will know", text: head + "[listen]\nhttp = \"127.0.0.1:1\"\n",
            findings: [("5:", "not in this version")]),
        Case(
            description: "tcp beyond the loopback", text: head + "[listen]\nchildren = [\"tcp://0.0.0.0:7400\"]\n",
            findings: [("5:", "loopback")]),
    ]

    @Test(
        "each is exit 2 with file, line and column, by --check-config, at a start, and as a refused reload",
        arguments: cases.indices)
    func configuration(_ index: Int) async throws {
        let bad = Self.cases[index]
        try await TestTree.run { tree in
            let file = try tree.scratch.write(bad.text, to: "bad.toml")
            for option in [["--check-config"], []] {
                let outcome = try await tree.run([Programs.prefd, "--config", file] + option)
                #expect(outcome.exit == 2, "\(bad.description): \(outcome)")
                for (place, word) in bad.findings {
                    let line = outcome.errors.split(separator: "\n").first { $0.contains("bad.toml:\(place)") }
                    #expect(
                        line?.contains(word) == true, "\(bad.description): nothing at \(place) of \(word) in \(outcome)"
                    )
                }
            }
            let bystander = try await Bystander(in: tree)
            let root = bystander.root
            try tree.scratch.write(bad.text, to: "root.toml")
            let dry = try await root.prefctl("--json", "reload", "--dry-run")
            #expect(dry.exit == 4, "\(dry)")
            let reload = try await root.prefctl("--json", "reload")
            try Complaint(exit: 4, code: "configuration", mentions: ["root.toml"]).expect(reload)
            root.process?.send(.hangup)
            try await eventually("the root has said that the reload failed: \(root.log)") {
                root.log.contains("root.toml:")
            }
            try await bystander.isUnharmed()
        }
    }

    @Test("a file that is not there is exit 2 and named")
    func noFile() async throws {
        try await TestTree.run { tree in
            let outcome = try await tree.run([Programs.prefd, "--config", tree.scratch.file("none.toml")])
            #expect(outcome.exit == 2, "\(outcome)")
            #expect(outcome.errors.contains("none.toml"), "\(outcome)")
        }
    }

    @Test("a port in use is exit 3 and named with the remedy, and the one that has it goes on")
    func portInUse() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            let taken = try TestSocket()
            let address = "tcp://127.0.0.1:\(taken.port)"
            let node = try tree.plan(NodePlan(name: "second", children: address))
            try await node.start()
            let outcome = try #require(try await node.process?.ended())
            #expect(outcome.exit == 3, "\(outcome)")
            #expect(outcome.errors.contains(address), "\(outcome)")
            #expect(outcome.errors.contains("listen.children"), "\(outcome)")
            try await bystander.isUnharmed()
        }
    }

    @Test("a data directory in use is exit 3 and named, and the node that has it goes on")
    func dataDirectoryInUse() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            // Another name and socket, the same directory.
            var plan = NodePlan(name: "thief", parent: bystander.small.rack.children)
            plan.node = "data_dir = \"a.data\""
            let thief = try tree.plan(plan)
            try await thief.start()
            let outcome = try #require(try await thief.process?.ended())
            #expect(outcome.exit == 3, "\(outcome)")
            #expect(outcome.errors.contains("a.data"), "\(outcome)")
            #expect(outcome.errors.contains("data_dir"), "\(outcome)")
            // The same file once more, as when a service is started twice: its sockets are not stolen either.
            let again = try await tree.run([Programs.prefd, "--config", bystander.leaf.configuration])
            #expect(again.exit == 3, "\(again)")
            try await bystander.isUnharmed()
        }
    }

    @Test("a data directory that cannot be used is exit 3 and named")
    func unusableDataDirectory() async throws {
        try await TestTree.run { tree in
            try tree.scratch.write("no directory", to: "file")
            var plan = NodePlan(name: "n")
            plan.node = "data_dir = \"file\""
            let node = try tree.plan(plan)
            try await node.start()
            let outcome = try #require(try await node.process?.ended())
            #expect(outcome.exit == 3, "\(outcome)")
            #expect(outcome.errors.contains(tree.scratch.file("file")), "\(outcome)")
        }
    }
}
