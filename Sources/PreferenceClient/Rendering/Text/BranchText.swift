/// The lines that join a tree's nodes on a terminal.
struct BranchText {
    private(set) var text = ""

    mutating func line(_ prefix: String, _ content: String) { text += prefix + content + "\n" }

    /// What stands before a child, and before all below it.
    static func prefixes(under prefix: String, isLast: Bool) -> (own: String, below: String) {
        isLast ? (prefix + "└─ ", prefix + "   ") : (prefix + "├─ ", prefix + "│  ")
    }
}
