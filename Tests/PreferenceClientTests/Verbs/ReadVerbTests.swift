import Foundation
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("prefctl get, keys and sources")
struct ReadVerbTests {
    @Test("One key's value is printed alone, several with their keys")
    func get() throws {
        try withNode { (_, peer) throws in
            _ = try Run(["publish", "t", "hello world"], at: peer)
            _ = try Run(["publish", "n", "7"], at: peer)
            #expect(try Run(["get", "t"], at: peer).output == "hello world\n")
            #expect(try Run(["get", "n", "t"], at: peer).output == "n\t7\nt\t\"hello world\"\n")
            let json = try Run(["get", "n", "--json"], at: peer).output
            #expect(json.hasPrefix(#"{"key":"n","value":7,"explicit":true,"initial":false,"epoch":77,"#))
        }
    }

    @Test("An unknown key is told with its hint and is exit 1; the others are printed")
    func unknown() throws {
        try withNode { (_, peer) throws in
            _ = try Run(["publish", "n", "7"], at: peer)
            let run = try Run(["get", "nn", "n"], at: peer)
            #expect(run.exitCode == .negative)
            #expect(run.output == "n\t7\n")
            #expect(run.errors.contains("did you mean n?"))
            #expect(try Run(["get", "nn", "n", "--strict"], at: peer).output.isEmpty)
        }
    }

    @Test("keys and sources list what the node answers")
    func lists() throws {
        try withNode { (_, peer) throws in
            _ = try Run(["publish", "n", "7", "--source", "cpu0"], at: peer)
            #expect(try Run(["keys"], at: peer).output.contains("float"))
            #expect(try Run(["sources"], at: peer).output.contains("cpu0"))
        }
    }
}

@Suite("prefctl watch and wait")
struct WatchVerbTests {
    @Test("The snapshot and then the changes, as many as were asked for")
    func watch() throws {
        let node = PretendNode()
        let peer = try ScriptedPeer(script: node.script)
        _ = try Run(["publish", "n", "7"], at: peer)
        let changing = try ScriptedPeer(script: { message in
            let answers = node.script(message)
            guard case .subscribe = message, let change = try? node.change("n", .int(8), at: .root) else {
                return answers
            }
            return answers + [change]
        })
        let run = try Run(["watch", "n", "--count", "1", "--no-initial", "--json"], at: changing)
        #expect(run.exitCode == .done)
        #expect(run.output.contains(#""value":8"#))
        try changing.stop()
        try peer.stop()
    }

    @Test("A watch outlives a restart, says so, and hands on what is new")
    func restart() throws {
        let node = PretendNode()
        let first = try ScriptedPeer(script: node.script)
        let path = try #require(first.endpoint.path)
        _ = try Run(["publish", "n", "7"], at: first)
        let second = PretendNode(epoch: 78)
        _ = try second.change("n", .int(8), at: .root)
        let swap = Background {
            try first.waitUntil("the watch") {
                first.heard.contains { if case .subscribe = $0 { true } else { false } }
            }
            try first.stop()
            return try ScriptedPeer(at: path, script: second.script)
        }
        let run = try Run(["watch", "n", "--count", "2"], at: first)
        #expect(run.exitCode == .done)
        #expect(run.output == "n\t7\nn\t8\n")
        try swap.result().stop()
    }

    @Test("A condition that is met prints the record; one that is not says what was missing and is exit 1")
    func wait() throws {
        try withNode { (_, peer) throws in
            _ = try Run(["publish", "n", "7"], at: peer)
            let met = try Run(["wait", "n", "--ge", "7", "--timeout", "0"], at: peer)
            #expect(met.exitCode == .done)
            #expect(met.output == "n\t7\n")
            let unmet = try Run(["wait", "n", "--ge", "8", "--timeout", "0"], at: peer)
            #expect(unmet.exitCode == .negative)
            #expect(unmet.errors.contains("n is 7, wanted >= 8"))
            #expect(unmet.output.isEmpty)
            #expect(try Run(["wait", "nn", "--present", "--timeout", "0"], at: peer).exitCode == .negative)
            #expect(try Run(["wait", "n", "--present", "--for", "50ms"], at: peer).exitCode == .done)
            #expect(try Run(["wait", "n", "--absent", "--timeout", "100ms"], at: peer).exitCode == .negative)
        }
    }
}
