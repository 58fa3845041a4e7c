package import Preferences

/// `explain`: how a value came about.
package struct ExplainCommand: Hashable, Sendable {
    package var key: Key
    package var at: NodeTarget
    /// Levels below the answering node that are shown; nil: all.
    package var depth: Int?
    /// Every shadowed contribution by name.
    package var all: Bool
}

extension ExplainCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "explain", forms: ["explain KEY [--at PATH] [--depth N] [--all]"],
        summary: "show who stated what, and what decides",
        details: [
            "The fold as a tree in its order: who said what and when, who decides, what is shadowed, stale, "
                + "quarantined or missing. Many shadowed contributions are collapsed to their number."
        ],
        options: [
            .at("/"),
            OptionRule("depth", "N", "show N levels"),
            OptionRule("all", "every shadowed contribution too"),
        ],
        examples: [
            .init("explain pool.max_temp", "the fold at the root"),
            .init("explain ui.title --at . --json", "the fold at the connected node as JSON"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        let key = try Reading.key(try arguments.operand(0, "KEY"), of: "explain")
        try arguments.expectAtMost(1, hint: "explain takes one KEY")
        return .explain(
            ExplainCommand(
                key: key, at: try arguments.target(default: .root), depth: try arguments.number("depth", from: 0),
                all: arguments.has("all")))
    }
}
