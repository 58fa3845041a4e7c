/// What a node's configuration says.
struct NodePlan {
    /// What its files are called, and the node too unless `nodeName` says otherwise.
    var name: String
    var nodeName: String?
    var tree = "test"
    var rank = 0
    /// Nil: a leaf.
    var children: String?
    /// Nil: the root.
    var parent: String?
    var timing = Timing.quick
    /// More entries of `[node]`.
    var node = ""
    /// Files with definitions.
    var includes: [String] = []
    /// More tables, such as keys.
    var tables = ""

    var text: String {
        var text = includes.isEmpty ? "" : "include = [\(includes.map { "\"\($0)\"" }.joined(separator: ", "))]\n"
        text += """
            [node]
            name = "\(nodeName ?? name)"
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
