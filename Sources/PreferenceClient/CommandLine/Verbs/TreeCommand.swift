/// `tree`: the topology below a node.
package struct TreeCommand: Hashable, Sendable {
    package var at: NodeTarget
    /// Do not collapse what is well.
    package var all: Bool
    /// Exit 1 if anything is stale, missing or of another version.
    package var check: Bool
}

extension TreeCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "tree", forms: ["tree [--at PATH] [--all] [--check]"],
        summary: "show the nodes of the tree",
        details: ["What is well is collapsed to its number, so that what is not is seen."],
        options: [
            .at("/"),
            OptionRule("all", "every node by name"),
            OptionRule("check", "exit 1 if a node is stale, missing or of another version"),
        ],
        notYet: ["watch"],
        examples: [
            .init("tree", "the whole tree, seen from the root"),
            .init("tree --at /dc1 --all", "every node below dc1"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(0, hint: "name a node with --at PATH")
        return .tree(
            TreeCommand(
                at: try arguments.target(default: .root), all: arguments.has("all"), check: arguments.has("check")))
    }
}
