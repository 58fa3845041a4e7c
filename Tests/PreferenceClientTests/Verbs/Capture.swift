import Foundation
import PreferenceTestSupport
import Preferences

@testable import PreferenceClient

/// What a verb writes, kept in two files that are gone with it.
final class Capture {
    private let outputFile: FileHandle
    private let errorsFile: FileHandle

    init() throws {
        outputFile = try Capture.file()
        errorsFile = try Capture.file()
    }

    private static func file() throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("prefd-test-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: path.path, contents: nil) else {
            throw NeverHappened("a file at \(path.path)")
        }
        let handle = try FileHandle(forUpdating: path)
        try FileManager.default.removeItem(at: path)
        return handle
    }

    var console: Console { Console(output: outputFile.fileDescriptor, errors: errorsFile.fileDescriptor) }

    /// What has been written to stdout, and to stderr.
    func output() throws -> String { try Capture.text(outputFile) }
    func errors() throws -> String { try Capture.text(errorsFile) }

    private static func text(_ file: FileHandle) throws -> String {
        try file.seek(toOffset: 0)
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// A pipe that a verb reads as its standard input.
final class Input: Sendable {
    private let pipe = Pipe()
    var descriptor: CInt { pipe.fileHandleForReading.fileDescriptor }

    init(_ text: String = "", ends: Bool = true) throws {
        try write(text)
        if ends { try end() }
    }

    func write(_ text: String) throws { try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    func end() throws { try pipe.fileHandleForWriting.close() }
}
