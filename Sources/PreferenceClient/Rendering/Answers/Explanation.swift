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
        let said = try members.text("state")
        let isDegraded = try members.flag("degraded")
        state = isDegraded && said == "ok" ? "degraded" : said
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

extension Explanation {
    /// The node itself and all below it.
    var all: [Explanation] { [self] + children.flatMap(\.all) }

    /// Whether a node below cannot be asked, so that how it folds is not known.
    var hasUnknownFolds: Bool {
        all.dropFirst().contains { $0.kind == "node" && ["stale", "missing", "pending"].contains($0.state) }
    }

    /// Reduce calls of the whole subtree; nil where part of it cannot be asked.
    var knownReduces: Int64? { hasUnknownFolds ? nil : reduces }

    /// Whether sources are there whose values are not taken.
    var hasQuarantined: Bool { all.contains { $0.kind == "source" && $0.state == "quarantined" } }

    /// The causes that nothing below names itself.
    var ownCauses: [String] {
        let below = all.dropFirst()
        let named = Set(below.flatMap(\.causes))
        let quarantined = Set(below.filter { $0.state == "quarantined" }.map { "quarantined \($0.path)" })
        return causes.filter { !named.contains($0) && !quarantined.contains($0) }
    }
}
