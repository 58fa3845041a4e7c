import Foundation
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("What cannot be written")
struct OutputTests {
    private func run(_ arguments: [String], at peer: ScriptedPeer, output: CInt) -> ExitCode {
        Prefctl.run(
            ["--connect", peer.endpoint.text] + arguments, in: Surroundings(user: "u", processID: 9),
            console: Console(output: output, errors: -1))
    }

    @Test("data that is lost is an error of its own, of any verb", arguments: [["get", "n"], ["keys"], ["--help"]])
    func full(arguments: [String]) throws {
        try withNode { (_, peer) throws in
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            #expect(run(arguments, at: peer, output: full.fileDescriptor) == .refused)
            #expect(run(arguments, at: peer, output: -1) == .refused)
        }
    }

    @Test("a watch whose data is lost ends")
    func watch() throws {
        try withNode { (_, peer) throws in
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            #expect(run(["watch", "n"], at: peer, output: full.fileDescriptor) == .refused)
        }
    }

    @Test("the first error is the one that is told, and none is none")
    func fault() throws {
        let console = Console(output: -1)
        #expect(console.outputFault == nil)
        console.print("x")
        #expect(console.outputFault?.code == .output)
        #expect(console.outputFault?.message.contains("Bad file descriptor") == true)
        #expect(console.outputPipe == nil)
    }

    @Test("the object of an interruption is an error like any other")
    func interruption() throws {
        let text = String(describing: Interrupts.object)
        guard case .map(let object) = try JSONReader.read(text.dropLast().description),
            case .map(let error)? = object["error"]
        else {
            Issue.record("\(text)")
            return
        }
        #expect(error["code"] == .text(ErrorCode.interrupted.text))
        #expect(error["retry"] == .bool(true))
        #expect(text.hasSuffix("}\n"))
    }
}
