package import Preferences

/// `retract`: end contributions at the connected node.
package struct RetractCommand: Hashable, Sendable {
    package enum Selection: Hashable, Sendable {
        case source(SourceName)
        /// Every source of the key.
        case all
    }

    package var pattern: KeyPattern
    package var selection: Selection
    /// Do not ask.
    package var yes: Bool

    /// Whether several contributions may go, so that it is asked first.
    package var needsConsent: Bool {
        if yes { return false }
        if case .prefix = pattern { return true }
        return selection == .all
    }
}

extension RetractCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "retract",
        forms: ["retract KEY [--source NAME | --all] [--yes]", "retract PATTERN --source NAME [--yes]"],
        summary: "end what was stated at the connected node",
        details: [
            "Without an option it is the source of publish that goes. Before several go it is asked on a terminal; "
                + "elsewhere --yes is needed. Nothing to retract is exit 1."
        ],
        options: [
            .source,
            OptionRule("all", "every source of the key"),
            OptionRule("yes", "do not ask"),
        ],
        examples: [
            .init("retract pool.max_temp --source cpu0", "end one source's contribution"),
            .init("retract 'pool.*' --source cpu0 --yes", "end all that a source has stated under a prefix"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        let pattern = try Reading.pattern(try arguments.operand(0, "KEY"))
        try arguments.expectAtMost(1, hint: "retract takes one KEY or PATTERN")
        try arguments.exclude("source", "all")
        if case .prefix = pattern, !arguments.has("source") {
            throw UsageError("a pattern needs --source", hint: "write retract --source NAME '\(pattern)'")
        }
        let selection: Selection =
            arguments.has("all")
            ? .all
            : .source(try arguments.source(in: surroundings, default: PublishCommand.defaultSource))
        return .retract(RetractCommand(pattern: pattern, selection: selection, yes: arguments.has("yes")))
    }
}
