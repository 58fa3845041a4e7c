import Foundation
import PreferenceTree
import Preferences
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
