package import Preferences

/// `keys`: the definitions, and the keys that there are.
package struct KeysCommand: Hashable, Sendable {
    package var pattern: KeyPattern?
    package var at: NodeTarget
}

extension KeysCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "keys", forms: ["keys [PATTERN] [--at PATH]"],
        summary: "list the keys, their types and policies",
        options: [.at("/")],
        notYet: ["orphaned"],
        examples: [
            .init("keys", "every definition, and every key under a pattern"),
            .init("keys 'pool.*' --json", "those of a prefix as JSON"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(1, hint: "keys takes one PATTERN")
        return .keys(KeysCommand(pattern: try arguments.pattern(), at: try arguments.target(default: .root)))
    }
}
