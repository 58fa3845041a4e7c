import Foundation

/// A program run to its end.
struct ProgramRun {
    let exit: Int32
    let output: String
    let errors: String

    /// What it writes goes to files: a pipe that nobody empties would stop it.
    init(_ program: String, _ arguments: [String]) throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let (output, errors) = (try scratch.writing("output"), try scratch.writing("errors"))
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.directory.path, "LC_ALL": "C.UTF-8"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        exit = process.terminationStatus
        self.output = try scratch.text("output")
        self.errors = try scratch.text("errors")
    }
}

/// The programs of this build.
enum Programs {
    /// Where this test's own executable is.
    private static let directory = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    static let folder = directory.path
    static let prefd = directory.appending(path: "prefd").path
    static let prefctl = directory.appending(path: "prefctl").path

    static func help(_ program: String, _ arguments: String...) throws -> HelpPage {
        HelpPage(try ProgramRun(program, arguments + ["--help"]).output)
    }
}
