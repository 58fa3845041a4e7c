import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("prefctl publish and retract")
struct PublishVerbTests {
    @Test("A value is read by its key's type")
    func types() throws {
        try withNode { (node, peer) throws in
            #expect(try Run(["publish", "t", "71"], at: peer).exitCode == .done)
            #expect(try Run(["publish", "n", "71"], at: peer).exitCode == .done)
            #expect(try Run(["publish", "n", "-5", "--rank", "3", "--source", "cpu"], at: peer).exitCode == .done)
            #expect(try Run(["publish", "t", "\"x\"", "--value-json", "--ttl", "3m"], at: peer).exitCode == .done)
            #expect(
                node.statements == [
                    Statement(operation: .publish(.text("71")), key: "t", source: "default"),
                    Statement(operation: .publish(.int(71)), key: "n", source: "default"),
                    Statement(operation: .publish(.int(-5)), key: "n", source: "cpu", rank: 3),
                    Statement(
                        operation: .publish(.text("x")), key: "t", source: "default", lifetime: .ttl(.seconds(180))),
                ])
        }
    }

    @Test("A value comes from stdin too")
    func standardInput() throws {
        try withNode { (node, peer) throws in
            let run = try Run(["publish", "t", "-"], at: peer, input: try Input("two\nlines\n"))
            #expect(run.exitCode == .done)
            #expect(node.statements.first?.operation == .publish(.text("two\nlines")))
        }
    }

    @Test("What the node refuses is exit 4, an undeclared key too, with a JSON object on stderr if asked")
    func refused() throws {
        try withNode { (_, peer) throws in
            let wrong = try Run(["publish", "n", "\"x\""], at: peer)
            #expect(wrong.exitCode == .refused)
            #expect(wrong.errors == "prefctl: n takes int\n")
            let unknown = try Run(["--json", "publish", "nn", "1"], at: peer)
            #expect(unknown.exitCode == .refused)
            #expect(
                unknown.errors == """
                    {"error":{"code":"unknown_key","message":"no key nn","hint":"did you mean n?","retry":false}}

                    """)
            #expect(unknown.output.isEmpty)
        }
    }

    @Test("--wait root waits for the root; in vain it is exit 5, and the value is kept")
    func waitRoot() throws {
        try withNode { (node, peer) throws in
            #expect(try Run(["publish", "n", "1", "--wait", "root"], at: peer).exitCode == .done)
            #expect(node.frames.map(\.confirmAtRoot) == [true])
        }
        try withNode(PretendNode(confirmsAtRoot: false)) { (node, peer) throws in
            let run = try Run(["publish", "n", "1", "--wait", "root", "--timeout", "300ms"], at: peer)
            #expect(run.exitCode == .unconfirmed)
            #expect(run.errors.contains("kept at leaf, not confirmed at the root"))
            #expect(node.statements.count == 1)
        }
    }

    @Test("No daemon is exit 3 and says what to look at")
    func noDaemon() throws {
        let peer = try ScriptedPeer(script: { _ in [] })
        try peer.stop()
        let run = try Run(["publish", "n", "1"], at: peer)
        #expect(run.exitCode == .unreachable)
        #expect(run.errors.hasPrefix("prefctl: no daemon at ipc://"))
        #expect(run.errors.contains("is prefd running?"))
    }

    @Test("Retracting what is there is done, what is not there is exit 1")
    func retract() throws {
        try withNode { (_, peer) throws in
            _ = try Run(["publish", "n", "1"], at: peer)
            #expect(try Run(["retract", "n"], at: peer).exitCode == .done)
            let again = try Run(["retract", "n"], at: peer)
            #expect(again.exitCode == .negative)
            #expect(again.errors.contains("leaf has no such contribution"))
        }
    }

    @Test("Several are retracted when it was said or confirmed, else nothing is")
    func retractSeveral() throws {
        try withNode { (node, peer) throws in
            for source in ["a", "b", "c"] { _ = try Run(["publish", "n", "1", "--source", source], at: peer) }
            #expect(try Run(["retract", "n", "--all"], at: peer).exitCode == .usage)
            let terminal = Surroundings.Terminals(input: true, output: true, errors: true)
            let declined = try Run(["retract", "n", "--all"], at: peer, input: Input("n\n"), terminals: terminal)
            #expect(declined.exitCode == .negative)
            #expect(declined.errors.contains("  n by a\n  n by b\n  n by c\n"))
            #expect(declined.errors.contains("nothing was retracted"))
            #expect(declined.errors.contains("retract these 3 contributions at leaf? [y/N]"))
            #expect(node.statements.count == 3)
            #expect(try Run(["retract", "n", "--source", "b"], at: peer).exitCode == .done)
            let agreed = try Run(["retract", "n", "--all"], at: peer, input: Input("yes\n"), terminals: terminal)
            #expect(agreed.exitCode == .done)
            #expect(node.statements.count == 6)
            #expect(try Run(["retract", "n", "--all", "--yes"], at: peer).exitCode == .negative)
        }
    }
}
