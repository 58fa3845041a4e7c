package import Preferences

/// A tree of nodes and sources as a vector writes it.
///
/// `[a, b]` is a node with ordered children; a bare value is a source of the enclosing node, `[v]` a child node,
/// `·` a child node without a source, `{A: 1, B: 2}` a source that states several keys. Ranks are positions and
/// names follow from them, unless written as `name@rank=` before the child.
package enum VectorTree: Sendable {
    case source(VectorSource)
    case node(VectorNode)
}

package struct VectorSource: Sendable {
    package var name: String
    package var rank: Int32
    /// By key; the one key of most vectors is `k`.
    package var values: [(key: String, value: Value)]
}

package struct VectorNode: Sendable {
    /// Unique in the tree: `root`, or `n` and the positions on the way.
    package var name: String
    package var rank: Int32
    package var children: [VectorTree]

    /// The tree below a place, given by positions.
    package func node(at path: [Int]) -> VectorNode? {
        guard let first = path.first else { return self }
        guard children.indices.contains(first), case .node(let child) = children[first] else { return nil }
        return child.node(at: Array(path.dropFirst()))
    }

    /// The source at a place, and the node that has it.
    package func source(at path: [Int]) -> (node: VectorNode, source: VectorSource)? {
        guard let last = path.last, let node = node(at: Array(path.dropLast())), node.children.indices.contains(last),
            case .source(let source) = node.children[last]
        else { return nil }
        return (node, source)
    }

    /// Every source with the name of its node, depth first.
    package var sources: [(node: String, source: VectorSource)] {
        children.flatMap { child in
            switch child {
            case .source(let source): [(name, source)]
            case .node(let node): node.sources
            }
        }
    }
}

extension VectorScanner {
    package mutating func tree() throws -> VectorNode { try node(name: "root", rank: 0, path: []) }

    private mutating func node(name: String, rank: Int32, path: [Int]) throws -> VectorNode {
        var children: [VectorTree] = []
        try expect("[")
        while !take("]") {
            if !children.isEmpty { try expect(",") }
            children.append(try child(path: path + [children.count]))
        }
        return VectorNode(name: name, rank: rank, children: children)
    }

    private mutating func child(path: [Int]) throws -> VectorTree {
        var rank = Int32(path.last ?? 0)
        var given: String?
        if let name = name(before: "@") {
            given = name
            guard let stated = Int32(word()) else { throw fault("expected a rank") }
            rank = stated
            try expect("=")
        }
        let place = path.map { String($0) }.joined(separator: "-")
        if take("·") { return .node(VectorNode(name: given ?? "n\(place)", rank: rank, children: [])) }
        if peek() == "[" { return .node(try node(name: given ?? "n\(place)", rank: rank, path: path)) }
        var values: [(key: String, value: Value)] = []
        if peek() == "{" {
            try expect("{")
            while !take("}") {
                if !values.isEmpty { try expect(",") }
                guard let key = name(before: ":") else { throw fault("expected a key and a colon") }
                values.append((key, try value()))
            }
        } else {
            values = [("k", try value())]
        }
        return .source(VectorSource(name: given ?? "s\(place)", rank: rank, values: values))
    }
}
