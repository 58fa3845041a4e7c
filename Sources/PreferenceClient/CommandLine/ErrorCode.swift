package import PreferenceTree

/// The closed list of codes that an error of prefctl may have: a node's own, and those of the client's side.
package enum ErrorCode: Hashable, Sendable, CaseIterable {
    case node(FaultCode)
    case usage
    case noDaemon
    case interrupted
    case notMet
    case notOK
    case nothingToRetract
    case unconfirmed
    case file
    case output
    case stream
    case command

    package static let allCases: [ErrorCode] =
        FaultCode.allCases.map { .node($0) } + [
            .usage, .noDaemon, .interrupted, .notMet, .notOK, .nothingToRetract, .unconfirmed, .file, .output, .stream,
            .command,
        ]

    /// As it is written in JSON.
    package var text: String {
        switch self {
        case .node(let code): code.rawValue
        case .usage: "usage"
        case .noDaemon: "no_daemon"
        case .interrupted: "interrupted"
        case .notMet: "not_met"
        case .notOK: "not_ok"
        case .nothingToRetract: "nothing_to_retract"
        case .unconfirmed: "unconfirmed"
        case .file: "file"
        case .output: "output"
        case .stream: "stream"
        case .command: "command"
        }
    }

    package var meaning: String {
        switch self {
        case .node(let code): code.meaning
        case .usage: "the command line is none"
        case .noDaemon: "no endpoint leads to a daemon"
        case .interrupted: "a signal ended prefctl"
        case .notMet: "a condition was not met in time"
        case .notOK: "the state is not ok, and --strict or --check asked for it"
        case .nothingToRetract: "no such contribution, or the person at the terminal said no"
        case .unconfirmed: "kept at the node, not yet confirmed at the root"
        case .file: "a file or stdin cannot be read"
        case .output: "stdout cannot be written"
        case .stream: "lines of a stream were not published"
        case .command: "the command of hold was not started"
        }
    }

    /// `writing`: the verb states or retracts; a key without a definition is a refusal there, an answer elsewhere.
    package func exitCode(writing: Bool = false) -> ExitCode {
        switch self {
        case .node(let code): code.exitCode(writing: writing)
        case .usage, .file: .usage
        case .output: .refused
        case .noDaemon: .unreachable
        case .interrupted: .interrupted
        case .notMet, .notOK, .nothingToRetract, .stream: .negative
        case .unconfirmed: .unconfirmed
        case .command: .notStarted
        }
    }
}

extension FaultCode {
    package func exitCode(writing: Bool = false) -> ExitCode {
        switch self {
        case .unknownKey: writing ? .refused : .negative
        case .unknownNode, .notFound: .negative
        case .noCatalog, .cutOff, .timeout: .unreachable
        case .wrongType, .invalidValue, .invalidName, .invalidRequest, .tooLarge, .limit, .lifetime, .held, .storage,
            .live, .hasChildren, .unsupported, .configuration:
            .refused
        }
    }

    package var meaning: String {
        switch self {
        case .unknownKey: "no definition covers the key"
        case .unknownNode: "no node has this path"
        case .notFound: "what was asked for is not there"
        case .wrongType: "the value is of another type than the key"
        case .invalidValue: "no value, or one the key does not take"
        case .invalidName: "the text is no key, pattern, source or node name"
        case .invalidRequest: "the question is none that the node knows"
        case .tooLarge: "a value or partial exceeds its limit"
        case .limit: "a table is full"
        case .lifetime: "the key does not take this lifetime"
        case .held: "another client holds the source"
        case .noCatalog: "the node has no catalog yet"
        case .storage: "the disk does not take it"
        case .live: "the node is live, so it cannot be forgotten"
        case .hasChildren: "the node has children"
        case .cutOff: "the node that must answer cannot be reached"
        case .timeout: "no answer in time"
        case .unsupported: "the node's version does not know it"
        case .configuration: "the configuration has errors"
        }
    }
}
