import Foundation

/// A directory of its own for one run.
struct Scratch {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "prefd-house-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func writing(_ name: String) throws -> FileHandle {
        try write("", to: name)
        return try FileHandle(forWritingTo: directory.appending(path: name))
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = directory.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: directory.appending(path: name)), as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}
