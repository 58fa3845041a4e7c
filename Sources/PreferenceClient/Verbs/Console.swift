internal import CLinux
internal import Glibc
internal import Synchronization

/// Where a verb writes: data to stdout, words to stderr, each a whole line at a time.
///
/// A broken pipe ends the process as it ends any filter; why else data could not be written is kept until it is asked
/// for. A text that does not end its line gets its line's end.
package struct Console: Sendable {
    /// The first error of stdout, of all copies; 0: none.
    private final class Failure: Sendable {
        let code = Atomic<CInt>(0)
    }

    private let output: CInt
    private let errors: CInt
    private let failure = Failure()

    package init(output: CInt = 1, errors: CInt = 2) {
        self.output = output
        self.errors = errors
    }

    /// Why data was lost; nil: all of it has been written.
    package var outputFault: ClientFault? {
        let code = failure.code.load(ordering: .relaxed)
        if code == 0 { return nil }
        // strerror's text is copied at once.
        return ClientFault(.output, "stdout cannot be written: \(unsafe String(cString: strerror(code)))")
    }

    /// Stdout where it is a pipe whose reader may go away: it can be waited for.
    var outputPipe: WatchedDescriptor? {
        var status = stat()
        // One structure, written by the kernel.
        guard unsafe fstat(output, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // One that could be read as well would be ready for that too.
        return fcntl(output, F_GETFL) & O_ACCMODE == O_WRONLY ? WatchedDescriptor(output) : nil
    }

    /// Writes one line, even an empty one.
    package func print(line: String) { write(data: line.isEmpty ? [UInt8(ascii: "\n")] : Console.bytes(line)) }

    /// Writes data.
    package func print(_ text: String) { write(data: Console.bytes(text)) }

    /// Writes bytes as they are.
    package func print(_ bytes: [UInt8]) { write(data: bytes) }

    /// Writes words.
    package func say(_ text: String) { _ = Console.write(Console.bytes(text), to: errors) }

    /// Asks: words without the line's end.
    package func ask(_ text: String) { _ = Console.write(Array(text.utf8), to: errors) }

    /// Shows words in place of the last ones shown so, on a terminal's last line; nothing clears it.
    package func show(progress text: String) { _ = Console.write(Array("\r\u{1B}[K\(text)".utf8), to: errors) }

    private func write(data bytes: [UInt8]) {
        let code = Console.write(bytes, to: output)
        if code != 0 { _ = failure.code.compareExchange(expected: 0, desired: code, ordering: .relaxed) }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        if text.isEmpty { return [] }
        var bytes = Array(text.utf8)
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }

    /// Answers the error, or 0.
    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The bytes are borrowed for the call.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody else's non-blocking terminal or pipe: wait until it takes more.
                var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // One item, borrowed for the call.
                _ = unsafe poll(&item, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
