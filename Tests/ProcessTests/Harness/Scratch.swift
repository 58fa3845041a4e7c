import Foundation
import Glibc
import ServiceRuntime
import Synchronization

/// A directory of one test. Its path is short: a unix socket's may have 107 bytes.
final class Scratch: Sendable {
    let path: String
    private let numbers = Mutex(0)

    init() throws {
        path = "/tmp/pt-" + UUID().uuidString.prefix(8).lowercased()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func remove() {
        // What cannot be removed stays in /tmp.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// A name that no other file of this test has.
    func fresh(_ name: String) -> String {
        numbers.withLock { number in
            number += 1
            return file("\(number)-\(name)")
        }
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: file(name), atomically: true, encoding: .utf8)
        return file(name)
    }

    /// Opens for writing at the end, or for reading.
    static func open(_ path: String, writing: Bool) throws -> Descriptor {
        // The path is borrowed for the call.
        let number = unsafe Glibc.open(
            path, writing ? O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError(code: errno, operation: "open", path: path) }
        return Descriptor(number)
    }
}
