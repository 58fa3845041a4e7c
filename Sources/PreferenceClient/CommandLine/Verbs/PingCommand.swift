/// `ping`: ask a node for a sign of life.
package struct PingCommand: Hashable, Sendable {
    package var at: NodeTarget
    /// At least 1.
    package var count: UInt64
}

extension PingCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "ping", forms: ["ping [--at PATH] [--count N]"],
        summary: "ask a node for a sign of life",
        options: [.at("."), OptionRule("count", "N", "ask N times (1)")],
        examples: [
            .init("ping", "is the daemon there?"),
            .init("ping --at / --count 5", "how long the root takes to answer"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        try arguments.expectAtMost(0, hint: "name a node with --at PATH")
        return .ping(
            PingCommand(
                at: try arguments.target(default: .here), count: try arguments.number("count", from: 1) ?? 1))
    }
}
