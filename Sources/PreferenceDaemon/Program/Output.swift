internal import Glibc
internal import ServiceRuntime

/// The streams of a program that ends at once.
enum Output {
    static let standard: Int32 = 1
    static let error: Int32 = 2

    /// Writes a text whole; nothing is done where nobody reads it.
    static func write(_ text: String, to descriptor: Int32 = standard) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // unsafe: writes at most what is there.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
