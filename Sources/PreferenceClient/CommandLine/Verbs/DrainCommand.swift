/// `drain`: a node leaves its tree for good.
package struct DrainCommand: Hashable, Sendable {
    package var at: NodeTarget
    package var undo: Bool
}

extension DrainCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "drain", forms: ["drain [--at PATH] [--undo]"],
        summary: "make a node leave its tree for good",
        details: [
            "It is refused while the node has child nodes. Its contributions go in one step, and its parent expects "
                + "it no more. A node that only restarts needs no drain."
        ],
        options: [.at("."), OptionRule("undo", "let a drained node attach again")],
        examples: [
            .init("drain", "before the connected node is taken away"),
            .init("drain --undo", "if it stays after all"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(0, hint: "name a node with --at PATH")
        return .drain(DrainCommand(at: try arguments.target(default: .here), undo: arguments.has("undo")))
    }
}
