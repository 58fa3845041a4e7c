internal import CLinux
internal import Glibc

/// Where a verb writes: data to stdout, words to stderr, each a whole line at a time.
///
/// A broken pipe ends the process as it ends any filter. A text that does not end its line gets its line's end.
package struct Console: Sendable {
    private let output: CInt
    private let errors: CInt

    package init(output: CInt = 1, errors: CInt = 2) {
        self.output = output
        self.errors = errors
    }

    /// Writes one line, even an empty one.
    package func print(line: String) { Console.write(line.isEmpty ? "\n" : line, to: output) }

    /// Writes data.
    package func print(_ text: String) { Console.write(text, to: output) }

    /// Writes bytes as they are.
    package func print(_ bytes: [UInt8]) { Console.write(bytes, to: output) }

    /// Writes words.
    package func say(_ text: String) { Console.write(text, to: errors) }

    /// Asks: words without the line's end.
    package func ask(_ text: String) { Console.write(Array(text.utf8), to: errors) }

    /// Shows words in place of the last ones shown so, on a terminal's last line; nothing clears it.
    package func show(progress text: String) { Console.write(Array("\r\u{1B}[K\(text)".utf8), to: errors) }

    private static func write(_ text: String, to descriptor: CInt) {
        if text.isEmpty { return }
        var bytes = Array(text.utf8)
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        write(bytes, to: descriptor)
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) {
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
                return
            }
        }
    }
}
