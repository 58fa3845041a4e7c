import PreferenceTree
import Preferences

/// How `status` shows a node on one screen.
package struct StatusView: Sendable {
    private let paint: Paint

    package init(_ paint: Paint) { self.paint = paint }

    package func text(_ status: NodeStatus) -> String {
        let state = status.drained ? paint.bad("drained") : paint.state(status.state)
        var text = "\(paint.strong(status.name))  \(status.path)  \(state)\n"
        func row(_ name: String, _ content: String) { text += "  " + name.padded(to: 10) + content + "\n" }

        row("tree", status.tree)
        row("version", "\(status.version), incarnation \(status.incarnation)")
        if let since = status.since { row("since", TerminalText.time(since)) }
        if !status.phase.isEmpty { row("phase", status.phase.printable) }
        // A cause that one row names is not told again by the next.
        let phase = status.phase
        row("parent", parent(status, besides: phase))
        row("position", "\(status.epoch).\(status.revision)")
        row("catalog", status.catalog.isEmpty || status.catalog == "0" ? paint.doubtful("none yet") : status.catalog)
        row("children", children(status.children))
        let nodes = status.nodes
        row("nodes", "\(nodes.live) of \(nodes.expected) live, \(nodes.stale) stale, \(nodes.missing) missing")
        let trouble = status.trouble
        if !trouble.stale.isEmpty { row("stale", paint.doubtful(StatusView.list(trouble.stale))) }
        if !trouble.missing.isEmpty { row("missing", paint.bad(StatusView.list(trouble.missing))) }
        if !trouble.neverSeen.isEmpty { row("unseen", paint.bad(StatusView.list(trouble.neverSeen))) }
        if !trouble.missing.isEmpty || !trouble.neverSeen.isEmpty {
            row("", paint.faint("prefctl tree says more, prefctl forget PATH expects one no longer"))
        }
        row(
            "holds",
            "\(TerminalText.count(status.sources, "source")), \(TerminalText.count(status.keys, "key")), "
                + TerminalText.count(status.clients, "client"))
        row("disk", status.disk == "ok" ? "ok" : paint.bad(status.disk.printable))
        row("pins", "\(status.pins)")
        if status.malformedFrames > 0 || status.unknownFrames > 0 {
            row("frames", paint.doubtful("\(status.malformedFrames) malformed, \(status.unknownFrames) unknown"))
        }
        if let error = status.lastError, !StatusView.isTold(error, by: [phase, status.parent?.why ?? ""]) {
            let time = status.lastErrorTime.map { TerminalText.time($0) + "  " } ?? ""
            row("error", time + paint.doubtful(error.printable))
        }
        return text
    }

    /// Whether one of the texts says the same, perhaps with a word before it.
    private static func isTold(_ text: String, by others: [String]) -> Bool {
        others.contains { !$0.isEmpty && ($0.contains(cause(of: text)) || text.contains(cause(of: $0))) }
    }

    /// What follows the first colon: `refused by the parent: CAUSE`.
    private static func cause(of text: String) -> Substring {
        text.firstRange(of: ": ").map { text[$0.upperBound...] } ?? text[...]
    }

    private static let listed = 8

    private static func list(_ paths: [String]) -> String {
        let rest = paths.count > listed ? ", and \(paths.count - listed) more" : ""
        return paths.prefix(listed).joined(separator: ", ").printable + rest
    }

    private func parent(_ status: NodeStatus, besides phase: String) -> String {
        guard let parent = status.parent else { return "none: this is the root" }
        let who = [parent.name, parent.endpoint].compactMap(\.self).joined(separator: " at ")
        if status.attached {
            return who + (parent.since.map { ", attached since \(TerminalText.time($0))" } ?? ", attached")
        }
        let why = parent.why.flatMap { StatusView.isTold($0, by: [phase]) ? nil : ": \($0)" } ?? ""
        return paint.bad("not attached") + (who.isEmpty ? "" : " to \(who)") + why
    }

    private func children(_ children: NodeStatus.Children) -> String {
        var text = "\(children.live) live, \(children.stale) stale, \(children.missing) missing"
        if children.pending > 0 { text += ", \(children.pending) pending" }
        return text
    }

    /// One object on one line.
    package static func json(_ status: NodeStatus) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("name", status.name)
            writer.member("path", status.path)
            writer.member("tree", status.tree)
            writer.member("version", status.version)
            writer.member("incarnation", status.incarnation)
            writer.member("since", ifSet: status.since)
            writer.member("state", status.state)
            writer.member("phase", status.phase)
            writer.member("attached", status.isAttached)
            parent(status.parent, to: &writer)
            writer.member("epoch", status.epoch)
            writer.member("revision", status.revision)
            writer.member("catalog", status.catalog)
            children(status.children, to: &writer)
            writer.nodes(status.nodes)
            writer.member("sources", status.sources)
            writer.member("keys", status.keys)
            writer.member("clients", status.clients)
            writer.member("disk", status.disk)
            writer.member("pins", status.pins)
            writer.member("drained", status.drained)
            writer.member("malformed_frames", status.malformedFrames)
            writer.member("unknown_frames", status.unknownFrames)
            writer.member("last_error", ifSet: status.lastError)
            writer.member("last_error_time", ifSet: status.lastErrorTime)
            let trouble = status.trouble
            if !trouble.stale.isEmpty { writer.member("stale_nodes", texts: trouble.stale) }
            if !trouble.missing.isEmpty { writer.member("missing_nodes", texts: trouble.missing) }
            if !trouble.neverSeen.isEmpty { writer.member("unseen_nodes", texts: trouble.neverSeen) }
        }
        return writer.text
    }

    private static func parent(_ parent: NodeStatus.Parent?, to writer: inout JSONWriter) {
        writer.name("parent")
        guard let parent else { return writer.null() }
        writer.object { writer in
            writer.member("endpoint", ifSet: parent.endpoint)
            writer.member("name", ifSet: parent.name)
            writer.member("since", ifSet: parent.since)
            writer.member("why", ifSet: parent.why)
        }
    }

    private static func children(_ children: NodeStatus.Children, to writer: inout JSONWriter) {
        writer.member("children") { value in
            value.object { object in
                object.member("live", children.live)
                object.member("stale", children.stale)
                object.member("missing", children.missing)
                object.member("pending", children.pending)
            }
        }
    }
}
