import PreferenceTree
package import Preferences

/// A node and all below it, as `tree` answers.
package struct NodeTree: Hashable, Sendable {
    package var name: String
    /// From below the root; `/` for the root.
    package var path: String
    /// `pending`, `live`, `syncing`, `stale` or `missing`; a newer node may say more.
    package var state: String
    package var incarnation: String
    package var address: String
    package var version: String
    /// Nil of a node that cannot be asked.
    package var sources: Int64?
    package var keys: Int64?
    package var note: String?
    package var children: [NodeTree]

    package init(_ body: Value) throws(ClientFault) {
        try self.init(try AnswerMembers(body, of: .tree), depth: 0)
    }

    private init(_ members: AnswerMembers, depth: Int) throws(ClientFault) {
        name = try members.text("name")
        path = try members.text("path")
        state = try members.text("state")
        incarnation = try members.optionalText("incarnation") ?? ""
        address = try members.optionalText("address") ?? ""
        version = try members.optionalText("version") ?? ""
        let isAway = ["stale", "missing", "pending"].contains(state)
        sources = isAway ? nil : try members.count("sources")
        keys = isAway ? nil : try members.count("keys")
        note = try members.optionalText("note")
        children = []
        if depth > AnswerDepth.limit { throw AnswerMembers.fault(.tree, "is too deep") }
        for child in try members.members("children") { children.append(try NodeTree(child, depth: depth + 1)) }
    }
}

/// How deep an answer may nest: more levels than a tree can have.
enum AnswerDepth {
    static let limit = 64
}

extension NodeTree {
    /// This node and all below, parents first.
    package var nodes: [NodeTree] { [self] + children.flatMap(\.nodes) }

    /// Whether the node was expected and has never been seen.
    package var isUnseen: Bool {
        (state == "missing" || state == "pending") && incarnation.allSatisfy { $0 == "0" }
    }

    /// Whether this node and all below are live and have nothing to say.
    var isWell: Bool { state == "live" && note == nil && children.allSatisfy(\.isWell) }

    /// What `tree --check` finds: nodes that are not live, or not of this node's version.
    package var findings: [String] {
        nodes.compactMap { node in
            if node.state != "live" { return "\(node.path) is \(node.isUnseen ? "missing, never seen" : node.state)" }
            if node.version != version { return "\(node.path) runs \(node.version), \(path) \(version)" }
            return nil
        }
    }

    /// The nodes that a `wait` names when it was not satisfied.
    package var trouble: NodeTrouble {
        var trouble = NodeTrouble()
        for node in nodes {
            switch node.state {
            case _ where node.isUnseen: trouble.neverSeen.append(node.path)
            case "stale": trouble.stale.append(node.path)
            case "missing": trouble.missing.append(node.path)
            default: break
            }
        }
        return trouble
    }
}
