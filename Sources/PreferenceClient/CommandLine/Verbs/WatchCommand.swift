package import PreferenceTree
package import Preferences

/// `watch`: the values of keys, and every change of them.
package struct WatchCommand: Hashable, Sendable {
    /// Never empty.
    package var patterns: [KeyPattern]
    package var at: Standpoint
    /// End after this many deliveries.
    package var count: UInt64?
    /// Leave out the first snapshot.
    package var noInitial: Bool
    package var after: Position?
}

extension WatchCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "watch", forms: ["watch PATTERN… [--at PATH] [--count N] [--no-initial] [--after EPOCH.REVISION]"],
        summary: "print the values of keys, and every change of them",
        details: [
            "A PATTERN is a key, or a prefix ending in *. A line for each delivery: KEY<TAB>VALUE, on a terminal more, "
                + "with --json the record. Where the line does not say that a record is stale or degraded, stderr does.",
            "A watch outlives restarts of the daemon. With --timeout it ends with 3 when the values are not known for "
                + "so long.",
        ],
        options: [
            .at("/"),
            OptionRule("count", "N", "end after N deliveries"),
            OptionRule("no-initial", "changes only, not what is there at the start"),
            OptionRule("after", "EPOCH.REVISION", "go on after this position of an earlier watch"),
        ],
        notYet: ["every", "coverage", "exec"] + WaitCommand.conditionNames,
        examples: [
            .init("watch 'pool.*'", "all keys under a prefix"),
            .init("watch ui.title --json --count 1 --no-initial", "the next change as a record"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        _ = try arguments.operand(0, "PATTERN")
        var patterns: [KeyPattern] = []
        for operand in arguments.operands { patterns.append(try Reading.pattern(operand)) }
        return .watch(
            WatchCommand(
                patterns: patterns, at: try arguments.standpoint(verb: "watch"),
                count: try arguments.number("count", from: 1), noInitial: arguments.has("no-initial"),
                after: try arguments.position("after")))
    }
}

extension Arguments {
    /// Where a standing interest looks: the root, or the connected node.
    func standpoint(verb: String) throws(UsageError) -> Standpoint {
        switch try target(default: .root) {
        case .root: return .root
        case .here: return .here
        case .node(let path):
            throw UsageError(
                "\(verb) --at \(path) is not in this version", hint: "connect to that node and use --at .")
        }
    }

    fileprivate func position(_ name: String) throws(UsageError) -> Position? {
        guard let text = value(name) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, let epoch = UInt64(parts[0]), let revision = UInt64(parts[1]) {
            return Position(epoch: epoch, revision: revision)
        }
        throw UsageError(
            "--\(name): \"\(text)\" is no position", hint: "write EPOCH.REVISION, such as 5137224017771.1042")
    }
}
