internal import CLinux
internal import Glibc
import PreferenceTree

/// Standard input, or a file, read as it comes.
package struct InputReader: Sendable {
    private static let chunk = 64 * 1024

    let descriptor: WatchedDescriptor

    package init(_ number: CInt) { descriptor = WatchedDescriptor(number) }

    /// What is there, waiting for it if need be; nothing: the end.
    func read() throws(ClientFault) -> [UInt8] {
        while true {
            var (count, code) = (0, CInt(0))
            // Only the bytes that were read are part of the array.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: InputReader.chunk) { buffer, size in
                // The buffer has room for a chunk.
                count = unsafe Glibc.read(descriptor.number, buffer.baseAddress, InputReader.chunk)
                code = errno
                size = max(0, count)
            }
            if count >= 0 { return bytes }
            switch code {
            case EINTR: continue
            // Somebody else has made the descriptor one that does not wait.
            case EAGAIN: _ = clinux_wait_readable(descriptor.number, -1, -1)
            default:
                // strerror's text is copied at once.
                throw ClientFault(.file, "input cannot be read: \(unsafe String(cString: strerror(code)))")
            }
        }
    }

    /// All of it, as text; more than a value may be is refused.
    func text(atMost limit: Int, what: String) throws(ClientFault) -> String {
        var all: [UInt8] = []
        while true {
            let bytes = try read()
            if bytes.isEmpty { break }
            all += bytes
            if all.count > limit { throw ClientFault(.node(.tooLarge), "\(what) has more than \(limit) bytes") }
        }
        guard let text = String(validating: all, as: UTF8.self) else {
            throw ClientFault(.node(.invalidValue), "\(what) is no UTF-8 text; convert it first, such as with iconv")
        }
        return text
    }

    /// The content of a file.
    static func file(_ path: String, atMost limit: Int) throws(ClientFault) -> String {
        // The string is borrowed for the call.
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            // strerror's text is copied at once.
            throw ClientFault(.file, "\(path) cannot be read: \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(opened) }
        return try InputReader(opened).text(atMost: limit, what: path)
    }
}
