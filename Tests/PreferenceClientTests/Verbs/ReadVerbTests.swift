import Foundation
import PreferenceTestSupport
import PreferenceTree
import Preferences
import Synchronization
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
            try waitUntil("the watch") {
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

    @Test("A pipe is told on stderr when a record begins and ceases to be doubtful, JSON is told nothing beside")
    func doubts() throws {
        let key = try Key("n")
        for json in [false, true] {
            let capture = try Capture()
            var options = GlobalOptions()
            options.json = json
            let surroundings = Surroundings(user: "u", processID: 9)
            var printer = DeliveryPrinter(
                VerbContext(options: options, surroundings: surroundings, console: capture.console))
            for (number, state) in [RecordState.ok, .stale, .stale, .ok].enumerated() {
                let delivery = Delivery(
                    record: .test(key, .int(1), UInt64(10 + number), state: state), standpoint: .root, epoch: 77,
                    nodes: .one, initial: false)
                printer.print(.record(delivery), at: "/")
            }
            #expect(try capture.errors() == (json ? "" : "prefctl: n is stale\nprefctl: n is ok again\n"))
            #expect(try capture.output().split(separator: "\n").count == 4)
        }
    }

    @Test("A watch of a key that no definition covers says so and goes on")
    func unknownKey() throws {
        let node = PretendNode()
        let snapshot = Mutex<[Message]>([])
        // The snapshot comes behind the answer, so that the watch has heard that when it ends.
        let peer = try ScriptedPeer(script: { message in
            switch message {
            case .subscribe:
                let answers = node.script(message)
                snapshot.withLock { $0 = answers }
                return []
            case .request(let request) where request.verb == .get:
                return node.script(message) + snapshot.withLock { $0 }
            default: return node.script(message)
            }
        })
        let run = try Run(["watch", "nn", "n", "--count", "1"], at: peer)
        #expect(run.exitCode == .done)
        #expect(run.output == "n\tnull\n")
        #expect(run.errors.contains("no definition covers nn; did you mean n?"))
        try peer.stop()
    }

    @Test("A node that does not know the root's values: a time that was given ends the watch, else it is told once")
    func unknownValues() throws {
        let node = PretendNode()
        let peer = try ScriptedPeer(script: { message in
            switch message {
            case .subscribe: []
            case .request(let request) where request.verb == .status:
                [.reply(ReplyFrame(id: request.id, body: PretendNode.status(phase: "the parent is not reached")))]
            default: node.script(message)
            }
        })
        let run = try Run(["watch", "n", "--timeout", "50ms", "--json"], at: peer)
        #expect(run.exitCode == .unreachable)
        #expect(run.errors.contains(#""code":"cut_off""#))
        #expect(run.errors.contains("the parent is not reached"))
        try peer.stop()
    }

    @Test("A single look waits for nothing but the answer: what cannot be known is told at once")
    func singleLook() throws {
        for (code, words) in [(FaultCode.cutOff, "cut off"), (.noCatalog, "no catalog")] {
            let node = PretendNode()
            let peer = try ScriptedPeer(script: { message in
                guard case .request(let request) = message, request.verb == .get || code == .noCatalog else {
                    return node.script(message)
                }
                let fault = RequestFault(code: code, message: words, retry: true)
                return [.reply(ReplyFrame(id: request.id, body: .null, fault: fault))]
            })
            let run = try Run(["wait", "n", "--present", "--timeout", "0", "--json"], at: peer)
            #expect(run.exitCode == .unreachable)
            #expect(run.errors.contains(words))
            #expect(peer.heard.count { if case .request = $0 { true } else { false } } == (code == .cutOff ? 2 : 1))
            try peer.stop()
        }
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

@Suite("prefctl drain")
struct DrainVerbTests {
    private func run(_ arguments: [String], _ reply: @escaping @Sendable (UInt64) -> ReplyFrame) throws -> Run {
        let peer = try ScriptedPeer(script: { message in
            guard case .request(let request) = message else { return [] }
            return [.reply(reply(request.id))]
        })
        let run = try Run(["drain"] + arguments, at: peer)
        try peer.stop()
        return run
    }

    @Test("What was so before is told apart from what has changed")
    func words() throws {
        for (arguments, changed, words) in [
            (["--undo"], true, "leaf attaches again\n"), (["--undo"], false, "leaf was not drained\n"),
            ([], true, "leaf has left the tree\n"), ([], false, "leaf had left the tree before\n"),
        ] {
            let run = try run(arguments) { id in
                ReplyFrame(id: id, body: .map(ValueMap([("drained", .bool(true)), ("changed", .bool(changed))])))
            }
            #expect(run.exitCode == .done)
            #expect(run.output == words)
        }
    }

    @Test("A drained node is reached by nobody else, and who tries is told how to undo it")
    func elsewhere() throws {
        let run = try run(["--undo", "--at", "/agg/leaf2"]) { id in
            ReplyFrame(
                id: id, body: .null,
                fault: RequestFault(code: .unknownNode, message: "there is no node", hint: "prefctl tree shows them"))
        }
        #expect(run.exitCode == .negative)
        #expect(run.errors.contains("connect to it"))
        #expect(!run.errors.contains("shows them"))
    }

    @Test(
        "An answer that is none is an error and not silence",
        arguments: [["forget", "/x"], ["ping"], ["drain"], ["retract", "n", "--all"]])
    func strangeAnswer(arguments: [String]) throws {
        let node = PretendNode()
        let peer = try ScriptedPeer(script: { message in
            guard case .request(let request) = message, request.verb != .keys else { return node.script(message) }
            return [.reply(ReplyFrame(id: request.id, body: .text("well")))]
        })
        let run = try Run(arguments, at: peer)
        #expect(run.exitCode == .refused && run.output.isEmpty)
        #expect(run.errors.contains("the answer to \(arguments[0] == "retract" ? "sources" : arguments[0]) is no"))
        try peer.stop()
    }
}
