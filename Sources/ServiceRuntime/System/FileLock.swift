internal import CLinux
internal import Glibc

/// The exclusive use of a place, such as a data directory: a locked file with its holder's process id in it.
///
/// It is freed by `deinit`, and by the kernel however the process ends. The file stays: removing it would race.
package struct FileLock: ~Copyable {
    private let file: Descriptor

    /// Why the place is not ours.
    package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        /// Another has it; nil where its process id cannot be read.
        case held(path: String, by: Int32?)
        case failed(SystemError)

        package var description: String {
            switch self {
            case .held(let path, let process?):
                "\(path) is locked by process \(process): stop it, or use another directory"
            case .held(let path, nil): "\(path) is locked by another process: stop it, or use another directory"
            case .failed(let error): "\(error)"
            }
        }
    }

    /// Takes the lock, without waiting. C: `flock`
    package init(_ path: String) throws(Refusal) {
        // The path is borrowed for the call.
        let opened = unsafe clinux_open(path, O_RDWR | O_CREAT, 0o640)
        guard opened >= 0 else { throw .failed(SystemError(code: -opened, operation: "open", path: path)) }
        let file = Descriptor(opened)
        let locked = clinux_lock(opened)
        if locked == -EWOULDBLOCK { throw .held(path: path, by: FileLock.holder(file)) }
        guard locked == 0 else { throw .failed(SystemError(code: -locked, operation: "lock", path: path)) }
        do throws(SystemError) {
            guard ftruncate(opened, 0) == 0 else { throw SystemError(code: errno, operation: "truncate", path: path) }
            try file.write(Array("\(getpid())\n".utf8))
        } catch {
            throw .failed(error)
        }
        self.file = file
    }

    deinit {
        clinux_unlock(file.number)
    }

    private static func holder(_ file: Descriptor) -> Int32? {
        guard let bytes = try? file.read(atMost: 32) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
