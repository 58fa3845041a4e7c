import PreferenceDaemon
import ServiceRuntime
import Testing

@Suite("What prefd is asked to do")
struct DaemonOptionsTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let task: DaemonOptions.Task
        var file = DaemonOptions.standardFile
        var level = LogLevel.info
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let good = [
        Case(arguments: [], task: .serve),
        Case(arguments: ["--config", "a.toml"], task: .serve, file: "a.toml"),
        Case(arguments: ["--config=a.toml", "--log-level=debug"], task: .serve, file: "a.toml", level: .debug),
        Case(arguments: ["-c", "a.toml", "--log-level", "error"], task: .serve, file: "a.toml", level: .error),
        Case(arguments: ["--check-config", "-"], task: .check, file: "-"),
        Case(arguments: ["--check-config", "a.toml"], task: .check, file: "a.toml"),
        Case(arguments: ["--check-config", "--config", "a.toml"], task: .check, file: "a.toml"),
        Case(arguments: ["--config", "-", "--check-config"], task: .check, file: "-"),
        Case(arguments: ["--config", "a.toml", "--dump-config"], task: .dump, file: "a.toml"),
        Case(arguments: ["--dump-config", "a.toml"], task: .dump, file: "a.toml"),
        Case(arguments: ["--version"], task: .version),
        Case(arguments: ["--check-config", "--help"], task: .help),
        Case(arguments: ["-h"], task: .help),
    ]

    @Test("every way to say it is understood", arguments: good)
    func understood(_ example: Case) throws {
        let options = try DaemonOptions(example.arguments)
        #expect(options.task == example.task)
        #expect(options.file == example.file)
        #expect(options.logLevel == example.level)
    }

    static let bad: [([String], String)] = [
        (["--confg", "a.toml"], "--config"), (["--config"], "--config"), (["--config="], "--config"),
        (["--log-level", "loud"], "warning"), (["a.toml"], "--config a.toml"),
        (["--restore", "b"], "--restore is not in this version"),
        (["--restore=b"], "is not in this version"),
        (["--check-config=a.toml"], "--config"), (["--check-config", "a", "b"], "b"),
        (["--config", "a", "--check-config", "b"], "b"), (["--version=1"], "--version"), (["-x"], "-x"),
    ]

    @Test("what is not understood is refused with what to do instead", arguments: bad)
    func refused(_ arguments: [String], _ word: String) {
        let fault = #expect(throws: DaemonOptions.Fault.self) { try DaemonOptions(arguments) }
        #expect(fault?.description.contains(word) == true)
    }
}
