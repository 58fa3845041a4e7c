/// The name of a daemon, unique in its tree: 1 to 64 bytes of `[A-Za-z0-9._-]`.
package struct NodeName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest node name, in bytes.
    package static let maximumBytes = 64

    package let text: String

    package init(_ text: String) throws(NameFault) {
        try NameFault.check(text, what: .node, limit: NodeName.maximumBytes) { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", ".", "_", "-": true
            default: false
            }
        }
        self.text = text
    }

    package var description: String { text }

    package static func == (left: NodeName, right: NodeName) -> Bool { Bytewise.equal(left.text, right.text) }
    package static func < (left: NodeName, right: NodeName) -> Bool { Bytewise.precedes(left.text, right.text) }
    package func hash(into hasher: inout Hasher) { Bytewise.hash(text, into: &hasher) }
}
