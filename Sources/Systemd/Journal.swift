internal import CSystemd
internal import Glibc

/// The system's journal, for entries with fields. C: `sd_journal_sendv`
package struct Journal: Sendable {
    package init() {}

    /// The syslog levels in use.
    package enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7
    }

    /// Whether what is written to a descriptor, usually 2, goes to the journal: `$JOURNAL_STREAM` names its file.
    package static func isStream(_ descriptor: CInt, named stream: String?) -> Bool {
        guard let parts = stream?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2,
            let device = UInt64(parts[0]), let inode = UInt64(parts[1])
        else { return false }
        return csystemd_is_file(descriptor, device, inode) != 0
    }

    /// Whether this process's standard error goes to the journal.
    package static var isStandardError: Bool {
        // The environment is read before any thread could change it; the string is copied.
        let stream = unsafe getenv("JOURNAL_STREAM").map { unsafe String(cString: $0) }
        return isStream(2, named: stream)
    }

    /// The entry as the journal takes it: one `NAME=value` for each field, the value as it is.
    ///
    /// A name is made fit: capital letters, digits and `_`, beginning with a letter, at most 64 bytes.
    package static func entry(
        _ priority: Priority, _ message: String, _ fields: [(name: String, value: String)]
    ) -> [[UInt8]] {
        var entry = [Array("PRIORITY=\(priority.rawValue)".utf8), Array("MESSAGE=\(message)".utf8)]
        for (name, value) in fields { entry.append(fieldName(name) + [UInt8(ascii: "=")] + Array(value.utf8)) }
        return entry
    }

    private static func fieldName(_ name: String) -> [UInt8] {
        var fit = name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        if let first = fit.first, first < UInt8(ascii: "A") || first == UInt8(ascii: "_") {
            fit.insert(UInt8(ascii: "F"), at: 0)
        }
        return Array(fit.prefix(64))
    }

    /// Hands an entry to the journal, or nowhere if there is none; answers whether that went well.
    @discardableResult
    package func send(
        _ priority: Priority, _ message: String, _ fields: [(name: String, value: String)] = []
    ) -> Bool {
        let entry = Journal.entry(priority, message, fields)
        let joined = entry.flatMap(\.self)
        // The pieces point into `joined`, which outlives the call; the journal only reads them.
        let result = unsafe joined.withUnsafeBytes { bytes in
            // Filled below.
            var pieces = unsafe [iovec]()
            var offset = 0
            for field in entry {
                // Each field's bytes are in bounds: together they are all of `joined`.
                unsafe pieces.append(
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress?.advanced(by: offset)),
                        iov_len: field.count))
                offset += field.count
            }
            // The pieces are borrowed for the call.
            return unsafe sd_journal_sendv(pieces, CInt(clamping: pieces.count))
        }
        return result == 0
    }
}
