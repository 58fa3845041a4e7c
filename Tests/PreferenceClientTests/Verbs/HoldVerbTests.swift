import Foundation
import PreferenceTestSupport
import PreferenceTree
import Preferences
import Synchronization
import Testing

@testable import PreferenceClient

/// Signals are blocked in the thread that holds for a command: the tests of this suite run one by one.
@Suite("prefctl hold", .serialized)
struct HoldVerbTests {
    @Test("The value is there before the command starts, and its exit code is passed on")
    func command() throws {
        try withNode { (node, peer) throws in
            let run = try Run(["hold", "n", "1", "--source", "job", "--", "sh", "-c", "exit 7"], at: peer)
            #expect(run.exitCode.rawValue == 7)
            #expect(node.statements == [state("n", 1, lifetime: .held, source: "job")])
            #expect(peer.heard.contains(.bye(.leaving)))
        }
    }

    @Test("The source is the user and the process unless it is named")
    func source() throws {
        try withNode { (node, peer) throws in
            _ = try Run(["hold", "n", "1", "--", "true"], at: peer)
            #expect(node.statements.map(\.source) == ["u.9"])
        }
    }

    @Test("A value that is not accepted is exit 125, and the command is not started")
    func notAccepted() throws {
        try withNode { (_, peer) throws in
            let mark = ScriptedPeer.path()
            let run = try Run(["hold", "nowhere", "1", "--", "touch", mark], at: peer)
            #expect(run.exitCode == .notStarted)
            #expect(run.errors.contains("touch was not started"))
            let object = try Run(["hold", "nowhere", "1", "--json", "--", "touch", mark], at: peer)
            #expect(object.exitCode == .notStarted)
            #expect(object.errors.contains(#""code":"unknown_key""#))
            #expect(!FileManager.default.fileExists(atPath: mark))
        }
    }

    @Test("No daemon is exit 125 too; --anyway starts the command all the same")
    func anyway() throws {
        let peer = try ScriptedPeer(script: { _ in [] })
        try peer.stop()
        #expect(try Run(["hold", "n", "1", "--", "true"], at: peer).exitCode == .notStarted)
        let run = try Run(
            ["hold", "n", "1", "--anyway", "--timeout", "100ms", "--", "sh", "-c", "exit 3"], at: peer)
        #expect(run.exitCode.rawValue == 3)
        #expect(run.errors.contains("sh starts anyway"))
        #expect(!run.errors.contains("?;"))
    }

    @Test("A value that comes late is stated however late its node comes, while the command runs")
    func late() throws {
        let path = ScriptedPeer.path()
        let absent = try ScriptedPeer(at: path, script: { _ in [] })
        try absent.stop()
        let end = ScriptedPeer.path()
        let script = "while [ ! -e \(end) ]; do sleep 0.02; done; exit 4"
        let run = Background {
            try Run(["hold", "n", "1", "--anyway", "--timeout", "50ms", "--", "sh", "-c", script], at: absent)
        }
        let catalog = Mutex(false)
        let node = PretendNode()
        // The first answers are those of a node that has no catalog yet.
        let peer = try ScriptedPeer(at: path) { message in
            if case .request(let request) = message, !catalog.withLock({ $0 }) {
                let fault = RequestFault(code: .noCatalog, message: "no catalog", retry: true)
                return [.reply(ReplyFrame(id: request.id, body: .null, fault: fault))]
            }
            return node.script(message)
        }
        try waitUntil("the type is asked for") {
            peer.heard.contains { if case .request = $0 { true } else { false } }
        }
        #expect(node.statements.isEmpty)
        catalog.withLock { $0 = true }
        try waitUntil("the value is stated") { !node.statements.isEmpty }
        #expect(node.statements == [state("n", 1, lifetime: .held, source: "u.9")])
        #expect(FileManager.default.createFile(atPath: end, contents: nil))
        let ended = try run.result()
        try? FileManager.default.removeItem(atPath: end)
        #expect(ended.exitCode.rawValue == 4)
        #expect(ended.errors.contains("n is stated now"))
        try peer.stop()
    }

    @Test("Who loses the value to another client is told, and ends")
    func taken() throws {
        try withNode { (node, peer) throws in
            let run = Background { try Run(["hold", "n", "1", "--source", "own", "--json"], at: peer) }
            try waitUntil("the value is held") { !node.statements.isEmpty }
            peer.say([.taken(TakenSource(key: "n", source: "own", by: "root (pid 7)"))])
            let ended = try run.result()
            #expect(ended.exitCode == .refused)
            #expect(ended.errors.contains(#""code":"held""#))
            #expect(ended.errors.contains("root (pid 7)"))
        }
    }

    @Test("A program that is not there is 127, and a signal that ended it 128 and its number")
    func endings() throws {
        try withNode { (_, peer) throws in
            #expect(try Run(["hold", "n", "1", "--", "/no/such/program"], at: peer).exitCode == .commandNotFound)
            #expect(try Run(["hold", "n", "1", "--", "sh", "-c", "kill -9 $$"], at: peer).exitCode == .signal(SIGKILL))
        }
    }

    @Test("Each line of stdin is the next value, and its end the value's")
    func lines() throws {
        try withNode { (node, peer) throws in
            let run = try Run(["hold", "n", "-"], at: peer, input: Input("1\n2\nno number\n3"))
            #expect(run.exitCode == .negative)
            #expect(run.errors.contains("line 3"))
            #expect(node.statements.map(\.operation) == [1, 2, 3].map { .publish(.int($0)) })
            #expect(node.statements.allSatisfy { $0.lifetime == .held })
            #expect(peer.heard.contains(.bye(.leaving)))
        }
    }
}
