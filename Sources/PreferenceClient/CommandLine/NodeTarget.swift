import PreferenceTree
package import Preferences

/// The names from below the root to a node, written `/dc1/rack3`; the root's own name is not part of paths.
package struct NodePath: Hashable, Sendable, CustomStringConvertible {
    /// Never empty.
    package let names: [NodeName]

    init(_ text: String) throws(UsageError) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw UsageError("\"\(text)\" is no path of a node", hint: "write /NAME/NAME, as prefctl tree shows it")
        }
        if text == "/" { throw UsageError("\"/\" is the root", hint: "name a node below it, such as /rack1") }
        var names: [NodeName] = []
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            do {
                names.append(try NodeName(String(Substring(part))))
            } catch {
                throw UsageError(
                    "\"\(text)\" is no path of a node: \(error)", hint: "write /NAME/NAME, as prefctl tree shows it")
            }
        }
        self.names = names
    }

    package var description: String { names.map { "/" + $0.text }.joined() }
}

/// The node that is to answer (`--at`).
package enum NodeTarget: Hashable, Sendable, CustomStringConvertible {
    case root
    /// The connected node.
    case here
    case node(NodePath)

    init(_ text: String) throws(UsageError) {
        switch text {
        case "/": self = .root
        case ".": self = .here
        default:
            if text.utf8.contains(UInt8(ascii: ":")) {
                throw UsageError("--at PATH:SOURCE is not in this version", hint: "name the node alone")
            }
            self = .node(try NodePath(text))
        }
    }

    /// As a request names it.
    package var description: String {
        switch self {
        case .root: "/"
        case .here: "."
        case .node(let path): path.description
        }
    }
}
