/// The name of a preference, such as `pool.max_temp`: 1 to 240 bytes of UTF-8 without white space,
/// control characters or `*`.
///
/// Compared and ordered byte-wise, never by Unicode equivalence.
package struct Key: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest key, in bytes of UTF-8.
    package static let maximumBytes = 240

    package let text: String

    package init(_ text: String) throws(NameFault) {
        try NameFault.check(text, what: .key, limit: Key.maximumBytes) { scalar in
            !scalar.properties.isWhitespace && !NameFault.isControl(scalar) && scalar != "*"
        }
        self.text = text
    }

    package var description: String { text }

    package static func == (left: Key, right: Key) -> Bool { Bytewise.equal(left.text, right.text) }
    package static func < (left: Key, right: Key) -> Bool { Bytewise.precedes(left.text, right.text) }
    package func hash(into hasher: inout Hasher) { Bytewise.hash(text, into: &hasher) }
}
