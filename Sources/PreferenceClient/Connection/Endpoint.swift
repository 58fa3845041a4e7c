/// Where a node listens, such as `ipc:///run/prefd/prefd.sock` or `tcp://10.0.0.1:7400`.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }

    /// The unix socket's path; nil for TCP and for abstract names, which no file stands for.
    package var path: String? {
        guard text.hasPrefix("ipc://"), !text.hasPrefix("ipc://@") else { return nil }
        return String(text.dropFirst("ipc://".count))
    }
}
