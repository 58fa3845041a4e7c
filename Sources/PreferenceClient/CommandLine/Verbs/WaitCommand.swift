package import PreferenceTree
package import Preferences

/// `wait`: until the record of a key satisfies all conditions.
package struct WaitCommand: Hashable, Sendable {
    package var key: Key
    package var at: Standpoint
    package var condition: WaitCondition
    /// Satisfied without interruption for so long.
    package var span: Interval?
}

extension WaitCommand: VerbSyntax {
    static let conditionNames =
        WaitCondition.Relation.allCases.map(\.rawValue) + ["present", "absent", "sources", "complete", "for"]

    static let grammar = Grammar(
        verb: "wait", forms: ["wait KEY CONDITION… [--for D] [--at PATH] [--timeout D]"],
        summary: "wait until a key's record satisfies all conditions",
        details: [
            "Prints the record and exits 0; after --timeout (none unless given) exits 1 and says what was missing. "
                + "--timeout 0 looks once: at the record of this moment, and where that cannot be known exits 3. A "
                + "state other than ok never satisfies."
        ],
        options: [
            OptionRule("eq", "V", "the value equals V"), OptionRule("ne", "V", "it does not"),
            OptionRule("ge", "V", "it is V or more"), OptionRule("gt", "V", "it is more than V"),
            OptionRule("le", "V", "it is V or less"), OptionRule("lt", "V", "it is less than V"),
            OptionRule("present", "some source has stated it"), OptionRule("absent", "no source has"),
            OptionRule("sources", "N", "N sources or more stand behind it that are not stale"),
            OptionRule("complete", "no node is stale or missing"),
            OptionRule("for", "D", "all this without interruption for D"),
            .at("/"),
        ],
        examples: [
            .init("wait workers.ready --ge 20 --timeout 5m", "until twenty workers are ready"),
            .init("wait cluster.healthy --eq true --complete --for 30s", "healthy everywhere for half a minute"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        let key = try Reading.key(try arguments.operand(0, "KEY"), of: "wait")
        try arguments.expectAtMost(1, hint: "wait takes one KEY")
        try arguments.exclude("present", "absent")
        var condition = WaitCondition()
        for option in arguments.options {
            if let relation = WaitCondition.Relation(rawValue: option.name) {
                condition.comparisons.append(.init(relation: relation, operand: option.value))
            }
        }
        condition.presence = arguments.has("present") ? true : arguments.has("absent") ? false : nil
        condition.sources = try arguments.number("sources")
        condition.complete = arguments.has("complete")
        if condition == WaitCondition() {
            throw UsageError("wait needs a condition", hint: "such as --present, --eq V or --complete")
        }
        return .wait(
            WaitCommand(
                key: key, at: try arguments.standpoint(verb: "wait"), condition: condition,
                span: try arguments.duration("for")))
    }
}
