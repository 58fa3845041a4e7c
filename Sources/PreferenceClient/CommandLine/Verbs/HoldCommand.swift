package import Preferences

/// `hold`: a value that lives as long as this process, or as a command that it runs.
package struct HoldCommand: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case value(String)
        /// `-`: each line of stdin is the next value.
        case lines
    }

    package var key: Key
    package var content: Content
    package var forcesJSON: Bool
    package var source: SourceName
    package var take: Bool
    package var rank: Int32
    /// The program and its arguments; nil: hold until ended.
    package var command: [String]?
    /// Start the command even where the value was not accepted.
    package var anyway: Bool
}

extension HoldCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "hold",
        forms: [
            "hold KEY VALUE [--source NAME] [--take] [--anyway] [-- COMMAND …]",
            "hold KEY - [--source NAME] [--take]",
        ],
        summary: "state a value that lives as long as this process",
        details: [
            "With COMMAND the value is accepted before it starts, or it is not started (125); signals are passed on, "
                + "and its exit code is prefctl's. After a restart of the daemon the value is stated again.",
            "With - each line of stdin is the next value. The source is USER.PID unless it is named. Who loses it to "
                + "another client's --take is told; without COMMAND that is the end, with exit 4.",
        ],
        options: [
            .source, .take, .rank, .valueJSON,
            OptionRule("anyway", "start COMMAND even where the value is not accepted, and state it when it is"),
        ],
        takesCommand: true,
        examples: [
            .init("hold ui.busy true -- make -j8", "busy as long as the build runs"),
            .init("hold worker.ready 1 --source worker7", "ready until interrupted"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        let key = try Reading.key(try arguments.operand(0, "KEY"), of: "hold")
        let text = try arguments.operand(1, "VALUE")
        try arguments.expectAtMost(2, hint: "quote a VALUE with spaces; a command follows --")
        let source = try arguments.source(
            in: surroundings, default: "\(surroundings.user).\(surroundings.processID)")
        if let command = arguments.command {
            if command.isEmpty { throw UsageError("COMMAND is missing after --") }
            if text == "-" {
                throw UsageError("values from stdin and a command exclude each other", hint: "give VALUE itself")
            }
        } else if arguments.has("anyway") {
            throw UsageError("--anyway needs a command", hint: "write it after --")
        }
        return .hold(
            HoldCommand(
                key: key, content: text == "-" ? .lines : .value(text), forcesJSON: arguments.has("value-json"),
                source: source, take: arguments.has("take"), rank: try arguments.number("rank") ?? 0,
                command: arguments.command, anyway: arguments.has("anyway")))
    }
}
