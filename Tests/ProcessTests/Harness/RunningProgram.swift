import Foundation
import PreferenceTestSupport
import ServiceRuntime

/// How a program ended, and what it wrote.
struct Outcome: CustomStringConvertible {
    let exit: Int32
    let output: String
    let errors: String

    var description: String { "exit \(exit)\nstdout: \(output)\nstderr: \(errors)" }
}

/// A program started by a test; its output goes to files.
final class RunningProgram: Sendable {
    /// Where its input comes from.
    enum Input {
        case none
        case text(String)
        case file(String)
        /// A pipe that stays open until `closeInput`.
        case open
    }

    let arguments: [String]
    let child: ChildProcess
    private let outputFile: String
    private let errorFile: String

    private init(_ arguments: [String], _ child: ChildProcess, _ outputFile: String, _ errorFile: String) {
        self.arguments = arguments
        self.child = child
        self.outputFile = outputFile
        self.errorFile = errorFile
    }

    static func start(
        _ arguments: [String], in scratch: Scratch, input: Input = .none, environment extra: [String: String] = [:]
    ) async throws -> RunningProgram {
        let name = scratch.fresh(arguments.first?.split(separator: "/").last.map { String($0) } ?? "program")
        var environment = [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "USER": "tester", "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": Programs.file(".build/python"), "TMPDIR": scratch.path,
        ]
        environment.merge(extra) { $1 }
        var command = Command(arguments, environment: environment)
        command.directory = scratch.path
        command.output = .descriptor(try Scratch.open(name + ".out", writing: true))
        command.error = .descriptor(try Scratch.open(name + ".err", writing: true))
        // Nothing outlives the tests, even if they crash.
        command.signalAtOurEnd = .kill
        switch input {
        case .none: command.input = .descriptor(try Scratch.open("/dev/null", writing: false))
        case .open: command.input = .pipe
        case .file(let path): command.input = .descriptor(try Scratch.open(path, writing: false))
        case .text(let text):
            try Data(text.utf8).write(to: URL(filePath: name + ".in"))
            command.input = .descriptor(try Scratch.open(name + ".in", writing: false))
        }
        return RunningProgram(arguments, try await ChildProcess.start(command), name + ".out", name + ".err")
    }

    var output: String { RunningProgram.text(outputFile) }
    var errors: String { RunningProgram.text(errorFile) }
    var isRunning: Bool { child.status == nil }

    private static func text(_ file: String) -> String {
        String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    }

    func write(_ text: String) throws { try child.input?.write(Array(text.utf8)) }

    func closeInput() { child.closeInput() }

    func send(_ signal: Signal) { child.send(signal) }

    /// Waits for its end.
    func ended(within limit: Duration = .seconds(60)) async throws -> Outcome {
        try await eventually("\(arguments) has ended; stderr: \(errors)", within: limit) { child.status != nil }
        return Outcome(exit: child.status?.code ?? 255, output: output, errors: errors)
    }

    /// Ends it whatever it does, and waits until it is gone.
    func kill() async {
        child.send(.kill)
        _ = await child.ended()
    }
}
