import Preferences

/// How `tree` shows the topology.
package struct TreeView: Sendable {
    /// Up to so many nodes nothing is collapsed.
    private static let smallTree = 16
    /// A node's well leaves are named up to this number.
    private static let namedLeaves = 3

    private let paint: Paint
    private let all: Bool

    package init(_ paint: Paint, all: Bool = false) {
        self.paint = paint
        self.all = all
    }

    /// Lines for people, what is well collapsed to its number.
    package func text(_ tree: NodeTree) -> String {
        var branch = BranchText()
        let collapses = !all && tree.nodes.count > TreeView.smallTree
        branch.line("", describe(tree))
        addChildren(of: tree, prefix: "", collapses: collapses, to: &branch)
        return branch.text
    }

    private func addChildren(of node: NodeTree, prefix: String, collapses: Bool, to branch: inout BranchText) {
        let wellLeaves = node.children.filter { $0.children.isEmpty && $0.isWell }
        let hidesLeaves = collapses && wellLeaves.count > TreeView.namedLeaves
        let shown = hidesLeaves ? node.children.filter { !$0.children.isEmpty || !$0.isWell } : node.children
        for (index, child) in shown.enumerated() {
            let isLast = index == shown.count - 1 && !hidesLeaves
            let prefixes = BranchText.prefixes(under: prefix, isLast: isLast)
            if collapses, child.isWell, !child.children.isEmpty {
                let below = TerminalText.count(child.nodes.count - 1, "node")
                branch.line(prefixes.own, describe(child) + paint.faint(" … \(below) below, all live"))
            } else {
                branch.line(prefixes.own, describe(child))
                addChildren(of: child, prefix: prefixes.below, collapses: collapses, to: &branch)
            }
        }
        if hidesLeaves {
            let prefixes = BranchText.prefixes(under: prefix, isLast: true)
            branch.line(prefixes.own, paint.faint("… \(wellLeaves.count) leaves, all live"))
        }
    }

    private func describe(_ node: NodeTree) -> String {
        let state = node.isUnseen ? paint.bad("\(node.state), never seen") : paint.state(node.state)
        var line = paint.strong(node.name) + "  " + state
        if let sources = node.sources, let keys = node.keys {
            line += "  \(TerminalText.count(sources, "source")), \(TerminalText.count(keys, "key"))"
        }
        if !node.version.isEmpty { line += "  " + paint.faint(node.version) }
        if !node.address.isEmpty {
            // Of a node that is away it is only where its last connection came from.
            line += "  " + paint.faint((node.sources == nil ? "last seen from " : "") + node.address.printable)
        }
        if let note = node.note, !(node.isUnseen && note == "never seen") {
            line += "  " + paint.doubtful(note.printable)
        }
        return line
    }

    /// One object, nested, on one line.
    package static func json(_ tree: NodeTree) -> String {
        var writer = JSONWriter()
        write(tree, to: &writer)
        return writer.text
    }

    private static func write(_ node: NodeTree, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", node.name)
            writer.member("path", node.path)
            writer.member("state", node.state)
            writer.member("incarnation", node.incarnation)
            writer.member("address", node.address)
            writer.member("version", node.version)
            writer.member("sources", node.sources.map { .int($0) } ?? .null)
            writer.member("keys", node.keys.map { .int($0) } ?? .null)
            writer.member("note", ifSet: node.note)
            writer.member("children") { value in
                value.array { list in for child in node.children { write(child, to: &list) } }
            }
        }
    }
}
