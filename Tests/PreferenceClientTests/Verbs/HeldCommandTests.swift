import Foundation
import Testing

@testable import PreferenceClient

@Suite("The command of hold", .serialized)
struct HeldCommandTests {
    private func end(_ command: HeldCommand) throws -> ExitCode {
        for _ in 0..<5000 {
            if let code = command.ended() { return code }
            usleep(2000)
        }
        throw ScriptedPeer.TimedOut(what: "the command's end")
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
        var code: ExitCode?
        for _ in 0..<5000 where code == nil {
            code = command.ended()
            command.pass(on: SIGCONT)
            usleep(1000)
        }
        #expect(code?.rawValue == 3)
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
