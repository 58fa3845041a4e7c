package import Preferences

/// What every verb understands.
package struct GlobalOptions: Hashable, Sendable {
    package enum ColorChoice: String, CaseIterable, Sendable {
        /// Where the stream is a terminal and `NO_COLOR` is not set.
        case auto
        case always
        case never
    }

    package static let defaultEndpoint = "ipc:///run/prefd/prefd.sock"
    /// How long a verb waits unless it is told.
    package static let defaultTimeout = Interval.seconds(5)

    /// Tried in order; never empty.
    package var endpoints = [GlobalOptions.defaultEndpoint]
    /// Nil: the verb's own default.
    package var timeout: Interval?
    package var json = false
    package var color = ColorChoice.auto
    /// Whether stdout takes colours.
    package var colorsOutput = false

    package init() {}

    init(_ arguments: Arguments, in surroundings: Surroundings) throws(UsageError) {
        endpoints = try GlobalOptions.endpoints(arguments, in: surroundings)
        timeout = try arguments.duration("timeout")
        json = arguments.has("json")
        color = try arguments.choice("color") ?? .auto
        switch color {
        case .always: colorsOutput = true
        case .never: break
        case .auto:
            let isWanted = surroundings.variable("NO_COLOR") == nil && surroundings.variable("TERM") != "dumb"
            colorsOutput = isWanted && surroundings.terminals.output
        }
    }

    static let rules = [
        OptionRule(
            "connect", "ENDPOINT",
            "the node's ipc://PATH or tcp://HOST:PORT; several are tried in order "
                + "($PREFD_CONNECT, separated by spaces or commas)"),
        OptionRule("timeout", "D", "how long to wait (5s; wait: for ever); for streams without progress"),
        OptionRule("json", "write JSON, one object on a line, errors too"),
        OptionRule("color", "WHEN", "auto, always or never"),
        OptionRule("help", letter: "h", "show this text, or with a verb that verb's"),
        OptionRule("version", "show the version"),
    ]

    static let notYet = ["context"]

    private static func endpoints(
        _ arguments: Arguments, in surroundings: Surroundings
    ) throws(UsageError) -> [String] {
        let given = arguments.values("connect")
        if !given.isEmpty {
            for endpoint in given { try check(endpoint, from: "--connect") }
            return given
        }
        let listed = (surroundings.variable("PREFD_CONNECT") ?? "").split { $0 == " " || $0 == "," }.map(String.init)
        for endpoint in listed { try check(endpoint, from: "$PREFD_CONNECT") }
        return listed.isEmpty ? [defaultEndpoint] : listed
    }

    private static func check(_ endpoint: String, from origin: String) throws(UsageError) {
        let isSocket = endpoint.hasPrefix("ipc://") && endpoint.utf8.count > "ipc://".utf8.count
        let port = endpoint.split(separator: ":").last.flatMap { UInt16($0) }
        let isAddress = endpoint.hasPrefix("tcp://") && port != nil
        if isSocket || isAddress { return }
        let hint =
            endpoint.hasPrefix("/")
            ? "write ipc://\(endpoint)" : "write ipc://PATH or tcp://HOST:PORT, such as \(defaultEndpoint)"
        throw UsageError("\(origin): \"\(endpoint)\" is no endpoint", hint: hint)
    }
}
