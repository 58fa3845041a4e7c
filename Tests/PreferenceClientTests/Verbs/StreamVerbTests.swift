import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("prefctl publish -")
struct StreamVerbTests {
    @Test("Each line is a statement; a bad one is told by its number and the others go on")
    func lines() throws {
        try withNode { (node, peer) throws in
            let input = try Input("n 1\nt hello world\nn x\nnowhere 1\nf 2.5\n")
            let run = try Run(["publish", "-", "--source", "p"], at: peer, input: input)
            #expect(run.exitCode == .negative)
            #expect(run.errors.contains("line 3: "))
            #expect(run.errors.contains("line 4: "))
            #expect(run.errors.contains("2 of 5 lines were not published"))
            #expect(node.statements.map(\.key) == ["n", "t", "f"])
            #expect(node.statements.allSatisfy { $0.source == "p" })
        }
    }

    @Test("A stream that replaces ends with the replacement, and with none where a line failed")
    func replace() throws {
        try withNode { (node, peer) throws in
            let whole = try Run(["publish", "-", "--source", "p", "--replace"], at: peer, input: Input("n 1\n"))
            #expect(whole.exitCode == .done)
            #expect(node.frames.last?.replacement?.source == "p")
            let partial = try Run(["publish", "-", "--source", "p", "--replace"], at: peer, input: Input("n x\nn 2\n"))
            #expect(partial.exitCode == .negative)
            #expect(partial.errors.contains("nothing was replaced"))
            #expect(node.frames.last?.replacement == nil)
        }
    }

    @Test("An exposition's declared metrics are stated with a lease, the rest is counted")
    func prometheus() throws {
        try withNode { (node, peer) throws in
            let text = "# HELP f help\n# TYPE f gauge\nf{cpu=\"0\"} 1.5\nf{cpu=\"1\"} NaN\nother 3\n"
            let run = try Run(["publish", "-", "--format", "prometheus"], at: peer, input: Input(text))
            #expect(run.exitCode == .done)
            #expect(run.errors.contains("1 undeclared, 1 NaN"))
            #expect(node.statements.map(\.lifetime) == [.ttl(.seconds(180))])
        }
    }

    @Test("--wait root waits for all of it, and in vain is exit 5")
    func waitRoot() throws {
        try withNode { (_, peer) throws in
            let run = try Run(["publish", "-", "--wait", "root"], at: peer, input: Input("n 1\nf 2\n"))
            #expect(run.exitCode == .done)
        }
        try withNode(PretendNode(confirmsAtRoot: false)) { (_, peer) throws in
            let arguments = ["publish", "-", "--wait", "root", "--timeout", "200ms"]
            #expect(try Run(arguments, at: peer, input: Input("n 1\n")).exitCode == .unconfirmed)
        }
    }

    @Test("A held stream ends with its input, with a goodbye")
    func held() throws {
        try withNode { (node, peer) throws in
            #expect(try Run(["publish", "-", "--held"], at: peer, input: Input("n 1\n")).exitCode == .done)
            #expect(node.statements.map(\.lifetime) == [.held])
            #expect(peer.heard.contains(.bye(.leaving)))
        }
    }

    @Test("A node that cannot read a batch ends the stream with its own words, and is not asked again")
    func misunderstood() throws {
        let peer = try ScriptedPeer(script: { message in
            guard case .publish = message else { return PretendNode().script(message) }
            return [.fault(ProtocolFault(code: .malformed, message: "a strange value"))]
        })
        let run = try Run(["publish", "-", "--json"], at: peer, input: Input("n 1\n"))
        #expect(run.exitCode == .refused)
        #expect(run.errors.contains("a strange value"))
        #expect(run.errors.contains(#""code":"invalid_request""#))
        #expect(peer.heard.count { if case .publish = $0 { true } else { false } } == 1)
        try peer.stop()
    }

    @Test("Progress is shown on a terminal alone")
    func progress() throws {
        try withNode { (_, peer) throws in
            let quiet = try Run(["publish", "-"], at: peer, input: Input("n 1\n"))
            #expect(quiet.errors.isEmpty)
            let terminal = Surroundings.Terminals(input: false, output: false, errors: true)
            let shown = try Run(["publish", "-"], at: peer, input: Input("n 1\n"), terminals: terminal)
            #expect(shown.errors.contains("1 published"))
        }
    }
}
