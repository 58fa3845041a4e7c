package import Preferences

/// `sources`: the contributions of a node's own sources.
package struct SourcesCommand: Hashable, Sendable {
    package var pattern: KeyPattern?
    package var at: NodeTarget
    /// Only what was last stated longer ago.
    package var olderThan: Interval?
    package var lifetime: LifetimeKind?
}

extension SourcesCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "sources", forms: ["sources [PATTERN] [--at PATH] [--older-than D] [--lifetime KIND]"],
        summary: "list what is stated at a node, and by whom",
        options: [
            .at("."),
            OptionRule("older-than", "D", "only what was last stated longer ago"),
            OptionRule("lifetime", "KIND", "only durable, ttl, volatile or held ones"),
        ],
        examples: [
            .init("sources", "all contributions of the connected node"),
            .init("sources 'pool.*' --older-than 7d", "those nobody has renewed for a week"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(1, hint: "sources takes one PATTERN")
        return .sources(
            SourcesCommand(
                pattern: try arguments.pattern(), at: try arguments.target(default: .here),
                olderThan: try arguments.duration("older-than"), lifetime: try arguments.choice("lifetime")))
    }
}

extension Arguments {
    /// The one operand of a verb that lists, if it is there.
    func pattern() throws(UsageError) -> KeyPattern? {
        guard let text = operands.first else { return nil }
        return try Reading.pattern(text)
    }
}
