/// `reload`: a node reads its configuration again.
package struct ReloadCommand: Hashable, Sendable {
    package var at: NodeTarget
    /// Only tell what would change.
    package var dryRun: Bool
    /// Of a dry run: the file to read instead of the node's own.
    package var file: String?
}

extension ReloadCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "reload", forms: ["reload [--at PATH] [--dry-run [FILE]]"],
        summary: "make a node read its configuration again",
        details: [
            "Prints the keys that are added, removed (with their live contributions) and changed, and the settings "
                + "that change or need a restart, each from what to what. A file with an error changes nothing."
        ],
        options: [.at("."), OptionRule("dry-run", "only tell what would change, with FILE instead of the node's own")],
        examples: [
            .init("reload --dry-run", "what would change"),
            .init("reload --at /", "read the root's catalog again"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(1, hint: "reload takes one FILE")
        let dryRun = arguments.has("dry-run")
        if let file = arguments.operands.first, !dryRun {
            throw UsageError("reload reads the node's own file, not \"\(file)\"", hint: "use --dry-run \(file)")
        }
        return .reload(
            ReloadCommand(
                at: try arguments.target(default: .here), dryRun: dryRun, file: arguments.operands.first))
    }
}
