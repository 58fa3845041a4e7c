/// The name of one publisher at one node: 1 to 240 bytes of UTF-8 without control characters.
package struct SourceName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest source name, in bytes of UTF-8.
    package static let maximumBytes = 240

    package let text: String

    package init(_ text: String) throws(NameFault) {
        try NameFault.check(text, what: .source, limit: SourceName.maximumBytes) { !NameFault.isControl($0) }
        self.text = text
    }

    package var description: String { text }

    package static func == (left: SourceName, right: SourceName) -> Bool { Bytewise.equal(left.text, right.text) }
    package static func < (left: SourceName, right: SourceName) -> Bool { Bytewise.precedes(left.text, right.text) }
    package func hash(into hasher: inout Hasher) { Bytewise.hash(text, into: &hasher) }
}
