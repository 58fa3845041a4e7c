import PreferenceTree
package import Preferences

/// The fold of a key at a node, as `explain` answers: the node, its sources and its child nodes, in fold order.
package struct Explanation: Hashable, Sendable {
    package var name: String
    package var path: String
    /// `node`, `source` or `pin`.
    package var kind: String
    package var rank: Int64
    package var value: Value
    package var explicit: Bool
    /// `ok`, `stale`, `syncing`, `missing`, `pending`, `quarantined` or `shadowed`; a newer node may say more.
    package var state: String
    package var lifetime: String?
    package var since: Timestamp?
    package var by: String?
    package var decides: Bool
    /// Reduce calls of the reference fold of the whole subtree; nil for a source.
    package var reduces: Int64?
    package var masked: Bool
    package var causes: [String]
    package var children: [Explanation]

    package init(_ body: Value) throws(ClientFault) {
        try self.init(try AnswerMembers(body, of: .explain), depth: 0)
    }

    private init(_ members: AnswerMembers, depth: Int) throws(ClientFault) {
        name = try members.text("name")
        path = try members.optionalText("path") ?? ""
        kind = try members.text("kind")
        rank = try members.optionalNumber("rank") ?? 0
        value = members.value("value") ?? .null
        explicit = try members.flag("explicit")
        state = try members.text("state")
        lifetime = try members.optionalText("lifetime")
        since = try members.time("since")
        by = try members.optionalText("by")
        decides = try members.flag("decides")
        reduces = try members.optionalNumber("reduces")
        masked = try members.flag("masked")
        causes = try members.texts("causes")
        children = []
        if depth > AnswerDepth.limit { throw AnswerMembers.fault(.explain, "is too deep") }
        for child in try members.members("children") { children.append(try Explanation(child, depth: depth + 1)) }
    }
}
