import Foundation

/// Debian's Python with the packages that `make deps` installs into the build directory.
enum Python {
    private static let packages = Files.root.appending(path: ".build/python")

    struct Run {
        var status: Int32
        /// Standard output and error.
        var output: String
    }

    static func has(_ names: String...) -> Bool {
        names.allSatisfy { FileManager.default.fileExists(atPath: packages.appending(path: $0).path) }
    }

    static func run(_ script: URL, _ arguments: [String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.path] + arguments
        process.environment = ["PYTHONPATH": packages.path, "PYTHONDONTWRITEBYTECODE": "1"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}
