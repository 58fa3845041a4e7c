package import PreferenceTree
package import Preferences

/// `publish`: state a value, or a stream of them, at the connected node.
package struct PublishCommand: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case value(Key, ValueOperand, SourceName)
        /// Statements from stdin.
        case stream(Stream)
    }

    package struct Stream: Hashable, Sendable {
        package var format: StreamFormat
        /// `--source P`, or `$PREFD_SOURCE`: names the stream.
        package var source: SourceName?
        /// Retract at the end what the stream's source has stated before and not again.
        package var replaces: Bool
        /// The statements live as long as stdin is open.
        package var held: Bool
    }

    /// How far a publication must have come before the verb returns.
    package enum Reach: String, CaseIterable, Sendable {
        case node
        case root
    }

    /// Where no name is given and `$PREFD_SOURCE` has none.
    package static let defaultSource = "default"

    package var content: Content
    package var take: Bool
    package var rank: Int32
    /// Nil: the definition decides.
    package var lifetime: Lifetime?
    package var reach: Reach
}

extension PublishCommand: VerbSyntax {
    static let grammar = Grammar(
        verb: "publish",
        forms: [
            "publish KEY VALUE|-|--file FILE [--source NAME] [--ttl D | --volatile]",
            "publish - [--format lines|ndjson|prometheus] [--source P] [--replace] [--held]",
        ],
        summary: "state a value at the connected node",
        details: [
            "VALUE is read by the key's type: as it is for text, as JSON for any other. It stays until it is "
                + "retracted, unless the definition, --ttl or --volatile says otherwise. VALUE - is read from stdin.",
            "A lone - reads statements from stdin, one on a line: KEY VALUE (lines), "
                + "{\"key\",\"value\",\"source\",\"rank\",\"ttl\",\"op\"} (ndjson), or the exposition format "
                + "(prometheus: the label set is the source; --ttl 3m).",
        ],
        options: [
            .source, .take, .rank,
            OptionRule("ttl", "D", "ends when not stated again for this long"),
            OptionRule("volatile", "ends with the node's process"),
            OptionRule("wait", "node|root", "return when it is on the node's disk, or applied at the root (node)"),
            .valueJSON,
            OptionRule("file", "FILE", "read VALUE from a file"),
            OptionRule("format", "FORMAT", "of a stream: lines, ndjson or prometheus (lines)"),
            OptionRule("replace", "at the end retract what --source had before and the stream does not name"),
            OptionRule("held", "the stream's statements live as long as stdin is open"),
        ],
        examples: [
            .init("publish pool.max_temp 71.5 --source cpu0 --ttl 3m", "a reading that ends unless it is renewed"),
            .init(
                "publish - --format prometheus --source node < metrics.prom",
                "all declared metrics of an exposition"),
        ])

    static func parse(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Command {
        let isStream = arguments.operands == ["-"]
        let content =
            isStream
            ? Content.stream(try stream(arguments, in: surroundings))
            : try value(arguments, in: surroundings)
        var lifetime = try arguments.lifetime()
        if case .stream(let stream) = content {
            if stream.held {
                try arguments.exclude("held", "ttl")
                try arguments.exclude("held", "volatile")
                lifetime = .held
            } else if stream.format == .prometheus, lifetime == nil {
                lifetime = .ttl(StreamFormat.prometheusLease)
            }
        }
        return .publish(
            PublishCommand(
                content: content, take: arguments.has("take"), rank: try arguments.number("rank") ?? 0,
                lifetime: lifetime, reach: try arguments.choice("wait") ?? .node))
    }

    private static func stream(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Stream {
        for option in ["file", "value-json"] where arguments.has(option) {
            throw UsageError("--\(option) is for one value", hint: "write publish KEY --\(option)")
        }
        if arguments.has("replace"), !arguments.has("source") {
            throw UsageError("--replace needs --source", hint: "name the stream whose contributions it replaces")
        }
        return Stream(
            format: try arguments.choice("format") ?? .lines, source: try arguments.source(in: surroundings),
            replaces: arguments.has("replace"), held: arguments.has("held"))
    }

    private static func value(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) -> Content {
        for option in ["format", "replace", "held"] where arguments.has(option) {
            let hint = option == "held" ? "use prefctl hold KEY VALUE" : "write publish - --\(option)"
            throw UsageError("--\(option) is for a stream", hint: hint)
        }
        let key = try Reading.key(try arguments.operand(0, "KEY"), of: "publish")
        let operand = try ValueOperand(arguments, file: arguments.value("file"))
        let source = try arguments.source(in: surroundings, default: defaultSource)
        return .value(key, operand, source)
    }
}

extension ValueOperand {
    /// VALUE behind KEY, `-` for stdin, or the file that an option names.
    init(_ arguments: Arguments, file: String? = nil) throws(UsageError) {
        let forcesJSON = arguments.has("value-json")
        if let file {
            try arguments.expectAtMost(1, hint: "the value comes from --file")
            self.init(file == "-" ? .standardInput : .file(file), forcesJSON: forcesJSON)
            return
        }
        let text = try arguments.operand(1, "VALUE")
        if arguments.operands.count > 2, arguments.operands[2].hasPrefix("--") {
            throw UsageError(
                "unexpected operand \"\(arguments.operands[2])\"",
                hint: "options end at --; put \(arguments.operands[2]) before it")
        }
        try arguments.expectAtMost(2, hint: "quote a VALUE with spaces")
        self.init(text == "-" ? .standardInput : .text(text), forcesJSON: forcesJSON)
    }
}
