package import Preferences

/// `get`: the values of keys now.
package struct GetCommand: Hashable, Sendable {
    /// Never empty.
    package var keys: [Key]
    package var at: NodeTarget
    package var strict: Bool
    package var staleOK: Bool
}

extension GetCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "get", forms: ["get KEY… [--at PATH] [--strict] [--stale-ok]"],
        summary: "print the values of keys",
        details: [
            "One key's value is printed alone, a text as it is, any other as JSON; of several keys KEY<TAB>VALUE. "
                + "A state that is not ok is told on stderr. A key that nobody has stated has its default."
        ],
        options: [
            .at("/"),
            OptionRule("strict", "print nothing and exit 1 unless every state is ok and nothing is stale"),
            OptionRule("stale-ok", "the newest value this node knows if the root cannot be reached"),
        ],
        examples: [
            .init("get pool.max_temp", "the root's value"),
            .init("get pool.max_temp --at . --json", "the record of the connected node"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        _ = try arguments.operand(0, "KEY")
        var keys: [Key] = []
        for operand in arguments.operands {
            keys.append(try Reading.key(operand, of: "get"))
        }
        let at = try arguments.target(default: .root)
        if arguments.has("stale-ok"), at != .root { throw UsageError("--stale-ok is for --at /") }
        return .get(
            GetCommand(keys: keys, at: at, strict: arguments.has("strict"), staleOK: arguments.has("stale-ok")))
    }
}
