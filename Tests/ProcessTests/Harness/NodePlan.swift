/// What a node's configuration says.
struct NodePlan {
    var name: String
    var tree = "test"
    var rank = 0
    /// Nil: a leaf.
    var children: String?
    /// Nil: the root.
    var parent: String?
    var timing = Timing.quick
    /// More entries of `[node]`.
    var node = ""
    /// More tables: keys, includes come first by TOML's rules.
    var includes: [String] = []
    var tables = ""

    var text: String {
        var text = includes.isEmpty ? "" : "include = [\(includes.map { "\"\($0)\"" }.joined(separator: ", "))]\n"
        text += """
            [node]
            name = "\(name)"
            tree = "\(tree)"
            rank = \(rank)
            \(node)

            [listen]
            clients = ["ipc://\(name).sock"]

            """
        if let children { text += "children = [\"\(children)\"]\n" }
        if let parent { text += "[parent]\nendpoints = [\"\(parent)\"]\n" }
        return text + timing.text + tables
    }
}
