/// A value and where it begins in its text.
package struct TOMLValue: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        /// A date, a time or both, as RFC 3339 writes it.
        case datetime(String)
        case array([TOMLValue])
        case table(TOMLTable)
    }

    package let position: SourcePosition
    package let content: Content

    package init(position: SourcePosition, content: Content) {
        self.position = position
        self.content = content
    }
}

/// The entries of a table in the order of their text, each key once.
package struct TOMLTable: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let key: String
        /// Where the key begins.
        package let position: SourcePosition
        package let value: TOMLValue

        package init(key: String, position: SourcePosition, value: TOMLValue) {
            self.key = key
            self.position = position
            self.value = value
        }
    }

    package let entries: [Entry]

    package init(entries: [Entry] = []) { self.entries = entries }

    /// The entry with this key, compared by bytes as TOML does.
    package subscript(key: String) -> Entry? {
        entries.first { $0.key.utf8.elementsEqual(key.utf8) }
    }
}
