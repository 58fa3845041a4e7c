/// A key, or a prefix ending in `*`: the one pattern grammar of definitions, subscriptions and verbs.
package enum KeyPattern: Hashable, Sendable, CustomStringConvertible {
    case exact(Key)
    /// The text before `*`; empty for `*` alone.
    case prefix(String)

    package init(_ text: String) throws(NameFault) {
        guard text.utf8.last == UInt8(ascii: "*") else {
            self = .exact(try Key(text))
            return
        }
        let prefix = String(text.dropLast())
        if !prefix.isEmpty { _ = try Key(prefix) }
        self = .prefix(prefix)
    }

    package func matches(_ key: Key) -> Bool {
        switch self {
        case .exact(let exact): exact == key
        case .prefix(let prefix): key.text.utf8.starts(with: prefix.utf8)
        }
    }

    package var description: String {
        switch self {
        case .exact(let key): key.text
        case .prefix(let prefix): prefix + "*"
        }
    }

    package static func == (left: KeyPattern, right: KeyPattern) -> Bool {
        switch (left, right) {
        case (.exact(let left), .exact(let right)): left == right
        case (.prefix(let left), .prefix(let right)): Bytewise.equal(left, right)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) { Bytewise.hash(description, into: &hasher) }
}
