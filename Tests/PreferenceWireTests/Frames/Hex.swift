import Foundation

/// Frames as text: `#` begins a comment, blanks and line ends mean nothing.
enum Hex {
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined().filter { !$0.isWhitespace }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// The header by fields, then the body in lines of 32 bytes.
    static func file(_ bytes: [UInt8]) -> String {
        let fields = [0..<4, 4..<5, 5..<6, 6..<8, 8..<16, 16..<24, 24..<32].map { text(bytes[$0]) }
        let body = stride(from: 32, to: bytes.count, by: 32).map { text(bytes[$0..<min($0 + 32, bytes.count)]) }
        return
            (["# magic, version, type, flags, session, sequence, acknowledged; body", fields.joined(separator: " ")]
            + body).joined(separator: "\n") + "\n"
    }
}

/// Files of this test target and of the documentation.
enum Files {
    static let target = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    static let root = target.deletingLastPathComponent().deletingLastPathComponent()
    static let golden = target.appending(path: "Golden")
}
