import Foundation
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("prefctl and a node's own core")
struct NodeVerbTests {
    @Test("What is published is read, explained, listed and retracted")
    func story() throws {
        let peer = try ScriptedPeer.node()
        #expect(try Run(["publish", "n", "3", "--source", "a"], at: peer).exitCode == .done)
        #expect(try Run(["publish", "n", "4", "--source", "b", "--wait", "root"], at: peer).exitCode == .done)
        #expect(try Run(["publish", "t", "a text"], at: peer).exitCode == .done)
        #expect(try Run(["publish", "f", "2"], at: peer).exitCode == .done)
        #expect(try Run(["publish", "-"], at: peer, input: Input("host.a 1\nhost.b 2.5\n")).exitCode == .done)
        #expect(try Run(["get", "n"], at: peer).output == "7\n")
        let several = try Run(["get", "n", "t", "f", "host.b"], at: peer).output
        #expect(several == "n\t7\nt\t\"a text\"\nf\t2.0\nhost.b\t2.5\n")
        let explained = try Run(["explain", "n", "--json"], at: peer).output
        #expect(explained.contains(#""name":"a""#) && explained.contains(#""name":"b""#))
        #expect(try Run(["sources", "n"], at: peer).output.contains("tester"))
        #expect(try Run(["keys"], at: peer).output.contains("host.*"))
        #expect(try Run(["tree", "--check"], at: peer).exitCode == .done)
        #expect(try Run(["status", "--wait", "ok"], at: peer).exitCode == .done)
        #expect(try Run(["ping"], at: peer).output.hasPrefix("root "))
        #expect(try Run(["retract", "n", "--all", "--yes"], at: peer).exitCode == .done)
        #expect(try Run(["get", "n"], at: peer).output == "0\n")
        #expect(try Run(["retract", "n", "--source", "a"], at: peer).exitCode == .negative)
        try peer.stop()
    }

    @Test("What the node refuses has its exit code")
    func refusals() throws {
        let peer = try ScriptedPeer.node()
        let unknown = try Run(["publish", "nn", "3"], at: peer)
        #expect(unknown.exitCode == .refused)
        #expect(unknown.errors.contains("nn"))
        #expect(try Run(["publish", "nn", "no JSON", "--json"], at: peer).errors.contains(#""code":"unknown_key""#))
        #expect(try Run(["publish", "n", "1.5"], at: peer).exitCode == .refused)
        #expect(try Run(["get", "nn"], at: peer).exitCode == .negative)
        #expect(try Run(["explain", "nn"], at: peer).exitCode == .negative)
        #expect(try Run(["forget", "/nowhere"], at: peer).exitCode == .negative)
        #expect(try Run(["drain"], at: peer).exitCode == .refused)
        #expect(try Run(["wait", "nn", "--present", "--timeout", "0"], at: peer).exitCode == .negative)
        try peer.stop()
    }

    @Test("A stream that replaces retracts what it does not name")
    func replace() throws {
        let peer = try ScriptedPeer.node()
        let arguments = ["publish", "-", "--source", "p", "--replace"]
        #expect(try Run(arguments, at: peer, input: Input("host.a 1\nhost.b 2\n")).exitCode == .done)
        #expect(try Run(arguments, at: peer, input: Input("host.b 3\n")).exitCode == .done)
        #expect(try Run(["get", "host.a", "host.b"], at: peer).output == "host.a\tnull\nhost.b\t3.0\n")
        try peer.stop()
    }

    @Test("A value is held while a command runs, and gone when it has ended")
    func hold() throws {
        let peer = try ScriptedPeer.node()
        #expect(try Run(["hold", "n", "9", "--", "true"], at: peer).exitCode == .done)
        #expect(try Run(["wait", "n", "--absent"], at: peer).exitCode == .done)
        try peer.stop()
    }

    @Test("A watch hands on a snapshot and what changes, and a wait ends when its condition is met")
    func watch() throws {
        let peer = try ScriptedPeer.node()
        #expect(try Run(["publish", "n", "1"], at: peer).exitCode == .done)
        let snapshot = try Run(["watch", "*", "--count", "3", "--json"], at: peer).output
        #expect(snapshot.contains(#""key":"n","value":1,"explicit":true,"initial":true,"epoch":5,"#))
        let input = try Input("2\n", ends: false)
        let changes = Background { try Run(["hold", "n", "-", "--source", "h"], at: peer, input: input) }
        #expect(try Run(["wait", "n", "--eq", "3", "--complete"], at: peer).output == "n\t3\n")
        try input.write("4\n")
        #expect(try Run(["wait", "n", "--eq", "5", "--sources", "2"], at: peer).output == "n\t5\n")
        try input.end()
        #expect(try changes.result().exitCode == .done)
        #expect(try Run(["wait", "n", "--eq", "1", "--timeout", "20s"], at: peer).exitCode == .done)
        try peer.stop()
    }

    @Test("What is held is stated again to a node that has started anew")
    func restart() throws {
        let first = try ScriptedPeer.node(epoch: 5)
        let path = try #require(first.endpoint.path)
        let input = try Input("2\n", ends: false)
        let holder = Background { try Run(["hold", "n", "-"], at: first, input: input) }
        #expect(try Run(["wait", "n", "--eq", "2"], at: first).exitCode == .done)
        try first.stop()
        let second = try ScriptedPeer.node(at: path, epoch: 6)
        #expect(try Run(["wait", "n", "--eq", "2"], at: second).exitCode == .done)
        try input.end()
        let run = try holder.result()
        #expect(run.exitCode == .done)
        #expect(run.errors.contains("attached to root again"))
        try second.stop()
    }
}
