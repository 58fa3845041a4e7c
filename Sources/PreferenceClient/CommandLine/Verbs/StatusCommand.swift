/// `status`: how a node is.
package struct StatusCommand: Hashable, Sendable {
    package enum Goal: String, CaseIterable, Sendable {
        case ok
        /// Attached to its parent, or the root.
        case attached
    }

    package var at: NodeTarget
    /// Wait until the node is so.
    package var goal: Goal?
}

extension StatusCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "status", forms: ["status [--at PATH] [--wait ok|attached]"],
        summary: "show how a node is",
        details: ["Exits 0 if the node is ok, 1 if it is not, 3 if there is no daemon."],
        options: [.at("."), OptionRule("wait", "ok|attached", "wait until it is")],
        examples: [
            .init("status", "the connected node on one screen"),
            .init("status --wait attached --timeout 30s", "return when it has its parent"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(0, hint: "name a node with --at PATH")
        return .status(
            StatusCommand(at: try arguments.target(default: .here), goal: try arguments.choice("wait")))
    }
}
