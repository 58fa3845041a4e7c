package import PreferenceTree
package import Preferences

/// How a node is, as `status` answers.
package struct NodeStatus: Hashable, Sendable {
    package struct Parent: Hashable, Sendable {
        package var endpoint: String?
        package var name: String?
        package var since: Timestamp?
        /// Why it is not attached.
        package var why: String?
    }

    package struct Children: Hashable, Sendable {
        package var live: Int64
        package var stale: Int64
        package var missing: Int64
        package var pending: Int64
    }

    package var name: String
    package var path: String
    package var tree: String
    package var version: String
    package var incarnation: String
    package var since: Timestamp?
    package var state: String
    package var phase: String
    package var attached: Bool
    /// Nil for the root.
    package var parent: Parent?
    package var epoch: UInt64
    package var revision: UInt64
    package var catalog: String
    package var children: Children
    package var nodes: NodeCoverage
    package var sources: Int64
    package var keys: Int64
    package var clients: Int64
    package var disk: String
    package var pins: Int64
    package var drained: Bool
    /// Frames that broke the protocol, since the node's start (R13).
    package var malformedFrames: Int64
    /// Frames of a later version, since the node's start (R12).
    package var unknownFrames: Int64
    package var lastError: String?
    package var lastErrorTime: Timestamp?
    /// The nodes that are not live, by path, where they were asked for.
    package var trouble = NodeTrouble()

    package init(_ body: Value) throws(ClientFault) {
        let members = try AnswerMembers(body, of: .status)
        name = try members.text("name")
        path = try members.text("path")
        tree = try members.text("tree")
        version = try members.optionalText("version") ?? ""
        incarnation = try members.optionalText("incarnation") ?? ""
        since = try members.time("since")
        state = try members.text("state")
        phase = try members.optionalText("phase") ?? ""
        attached = try members.flag("attached")
        parent = try NodeStatus.parent(members)
        epoch = UInt64(try members.count("epoch"))
        revision = UInt64(try members.count("revision"))
        catalog = try members.optionalText("catalog") ?? ""
        children = try NodeStatus.children(members)
        nodes = try members.nodes("nodes")
        sources = try members.count("sources")
        keys = try members.count("keys")
        clients = try members.count("clients")
        disk = try members.optionalText("disk") ?? "ok"
        pins = try members.count("pins")
        drained = try members.flag("drained")
        malformedFrames = try members.count("malformed_frames")
        unknownFrames = try members.count("unknown_frames")
        lastError = try members.optionalText("last_error")
        lastErrorTime = try members.time("last_error_at")
    }

    private static func parent(_ members: AnswerMembers) throws(ClientFault) -> Parent? {
        guard let parent = try members.object("parent") else { return nil }
        return Parent(
            endpoint: try parent.optionalText("endpoint"), name: try parent.optionalText("name"),
            since: try parent.time("since"), why: try parent.optionalText("why"))
    }

    private static func children(_ members: AnswerMembers) throws(ClientFault) -> Children {
        guard let children = try members.object("children") else {
            return Children(live: 0, stale: 0, missing: 0, pending: 0)
        }
        return Children(
            live: try children.count("live"), stale: try children.count("stale"),
            missing: try children.count("missing"), pending: try children.count("pending"))
    }

    /// Attached to its parent, or the root.
    package var isAttached: Bool { attached || parent == nil }

    /// What `status` exits 0 for.
    package var isOK: Bool { state == "ok" && isAttached && !drained && disk == "ok" }
}
