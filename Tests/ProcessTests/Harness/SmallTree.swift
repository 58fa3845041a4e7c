import PreferenceTestSupport

/// A root, one aggregator and leaves below it, attached: the least tree of three levels.
struct SmallTree {
    let root: TestNode
    let rack: TestNode
    let leaves: [TestNode]

    /// The leaves' ranks are their positions.
    static func grow(
        in tree: TestTree, leaves names: [String] = ["a", "b"], keys: String = "", including includes: [String] = []
    ) async throws -> SmallTree {
        let root = try await tree.root(keys: keys, including: includes)
        let rack = try await tree.aggregator("rack", under: root)
        var leaves: [TestNode] = []
        for (rank, name) in names.enumerated() {
            leaves.append(try await tree.leaf(name, under: rack, rank: rank))
        }
        let small = SmallTree(root: root, rack: rack, leaves: leaves)
        for node in small.all { try await node.attached() }
        // A leaf without a catalog knows no key.
        for leaf in leaves { try await leaf.hasCatalog() }
        return small
    }

    var all: [TestNode] { [root, rack] + leaves }
}

extension TestNode {
    /// Waits until it has the root's catalog.
    func hasCatalog() async throws {
        try await eventually("\(name) has a catalog") {
            try await prefctl("keys", "--at", ".").output.contains("\n")
        }
    }
}

extension TestTree {
    /// A key's definition as TOML.
    static func key(_ name: String, _ type: String, _ policy: String, _ more: String = "") -> String {
        "[keys.\"\(name)\"]\ntype = \"\(type)\"\npolicy = \"\(policy)\"\n\(more)\n"
    }
}
