import Foundation
import PreferenceTestSupport
import Testing

@testable import PreferenceClient

@Suite("The command of hold", .serialized)
struct HeldCommandTests {
    private func end(_ command: HeldCommand) throws -> ExitCode {
        var code: ExitCode?
        try waitUntil("the command has ended") {
            code = command.ended()
            return code != nil
        }
        return try #require(code)
    }

    /// The letter by which the kernel tells how a process is.
    private func state(of process: Int32) throws -> Substring? {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return text.split(separator: ")").last?.split(separator: " ").first
    }

    @Test("Its exit code is passed on", arguments: [0, 7, 255] as [Int32])
    func exitCode(code: Int32) throws {
        let command = try HeldCommand(["sh", "-c", "exit \(code)"])
        #expect(try end(command).rawValue == code)
    }

    @Test("A signal that ended it is 128 and its number, and signals are passed on")
    func signals() throws {
        let command = try HeldCommand(["sleep", "60"])
        command.pass(on: SIGTERM)
        #expect(try end(command) == .signal(SIGTERM))
    }

    @Test("A stopped command has not ended")
    func stopped() throws {
        let command = try HeldCommand(["sh", "-c", "kill -STOP $$; exit 3"])
        try waitUntil("the command is stopped") { try state(of: command.process) == "T" }
        #expect(command.ended() == nil)
        command.pass(on: SIGCONT)
        #expect(try end(command).rawValue == 3)
    }

    @Test("A missing program is 127, one that cannot be executed 126")
    func notStarted() {
        do {
            _ = try HeldCommand(["/no/such/program"])
            Issue.record("it started")
        } catch {
            #expect(error.exitCode == .commandNotFound)
            #expect(error.fault.message.contains("/no/such/program"))
        }
        do {
            _ = try HeldCommand(["/etc/passwd"])
            Issue.record("it started")
        } catch {
            #expect(error.exitCode == .notExecutable)
        }
    }
}
