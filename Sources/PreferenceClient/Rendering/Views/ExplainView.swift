package import Preferences

/// How `explain` shows a fold: as a tree in fold order.
package struct ExplainView: Sendable {
    /// More shadowed contributions in a row are collapsed to their number.
    private static let namedShadowed = 3

    private let paint: Paint
    private let depth: Int?
    private let all: Bool

    package init(_ paint: Paint, depth: Int? = nil, all: Bool = false) {
        self.paint = paint
        self.depth = depth
        self.all = all
    }

    /// Lines for people; the first one is the key with its value.
    package func text(_ explanation: Explanation, key: Key) -> String {
        var branch = BranchText()
        var headline = "\(paint.strong(key.text)) = \(shown(explanation.value))"
        if !explanation.explicit {
            let why = explanation.hasQuarantined ? "what is stated is quarantined" : "nobody has stated it"
            headline += " (default: \(why))"
        }
        if let reduces = explanation.reduces {
            headline += ", \(TerminalText.count(reduces, "reduce call"))"
            if explanation.hasUnknownFolds { headline += " and those of nodes that cannot be asked" }
        }
        branch.line("", headline)
        branch.line("", describe(explanation))
        addChildren(of: explanation, prefix: "", level: 1, to: &branch)
        return branch.text
    }

    private func addChildren(of node: Explanation, prefix: String, level: Int, to branch: inout BranchText) {
        if node.children.isEmpty { return }
        if let depth, level > depth {
            let prefixes = BranchText.prefixes(under: prefix, isLast: true)
            branch.line(prefixes.own, paint.faint("… \(TerminalText.count(node.children.count, "contribution"))"))
            return
        }
        let runs = runs(of: node.children)
        for (index, run) in runs.enumerated() {
            let prefixes = BranchText.prefixes(under: prefix, isLast: index == runs.count - 1)
            if run.count > 1 {
                branch.line(prefixes.own, paint.faint("… \(run.count) shadowed"))
            } else if let child = run.first {
                branch.line(prefixes.own, describe(child))
                addChildren(of: child, prefix: prefixes.below, level: level + 1, to: &branch)
            }
        }
    }

    /// The children one by one, a long row of shadowed ones together.
    private func runs(of children: [Explanation]) -> [[Explanation]] {
        var runs: [[Explanation]] = []
        for child in children {
            if child.state == "shadowed", runs.last?.last?.state == "shadowed" {
                runs[runs.count - 1].append(child)
            } else {
                runs.append([child])
            }
        }
        return runs.flatMap { run in
            all || run.count <= ExplainView.namedShadowed ? run.map { [$0] } : [run]
        }
    }

    private func describe(_ node: Explanation) -> String {
        var line = node.name.printable + "  "
        if node.kind != "node" || node.explicit {
            line += shown(node.value)
        } else {
            line += paint.faint("absent")
        }
        if node.rank != 0 { line += "  rank \(node.rank)" }
        let origin = origin(of: node)
        if !origin.isEmpty { line += "  " + paint.faint(origin) }
        if node.state != "ok" { line += "  " + paint.state(node.state) }
        if node.masked { line += "  " + paint.doubtful("masked by a pin") }
        if node.decides { line += "  " + paint.good("decides") }
        let causes = node.ownCauses
        if !causes.isEmpty { line += "  " + paint.doubtful(causes.joined(separator: ", ").printable) }
        return line
    }

    private func origin(of node: Explanation) -> String {
        var parts: [String] = []
        if let lifetime = node.lifetime { parts.append(lifetime) }
        if let by = node.by, !by.isEmpty { parts.append("by \(by.printable)") }
        if let since = node.since { parts.append("since \(TerminalText.time(since))") }
        return parts.joined(separator: ", ")
    }

    private func shown(_ value: Value) -> String { paint.strong(JSONWriter.text(of: value).printable) }

    /// One object, nested, on one line; below the depth there are no children.
    package func json(_ explanation: Explanation) -> String {
        var writer = JSONWriter()
        write(explanation, level: 0, to: &writer)
        return writer.text
    }

    private func write(_ node: Explanation, level: Int, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", node.name)
            writer.member("kind", node.kind)
            writer.member("rank", node.rank)
            writer.member("value", node.value)
            writer.member("state", node.state)
            writer.member("lifetime", node.lifetime.map { .text($0) } ?? .null)
            writer.member("since", node.since.map { .text($0.description) } ?? .null)
            writer.member("by", node.by.map { .text($0) } ?? .null)
            writer.member("decides", node.decides)
            writer.member("reduces", node.reduces == nil ? .int(0) : node.knownReduces.map { .int($0) } ?? .null)
            writer.member("masked", node.masked)
            if !node.causes.isEmpty { writer.member("causes", texts: node.causes) }
            writer.member("children") { value in
                value.array { list in
                    if depth.map({ level < $0 }) ?? true {
                        for child in node.children { write(child, level: level + 1, to: &list) }
                    }
                }
            }
        }
    }
}
