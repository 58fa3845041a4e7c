internal import Preferences
package import ServiceRuntime

/// What prefd is asked to do by its arguments.
package struct DaemonOptions: Hashable, Sendable {
    package enum Task: Hashable, Sendable {
        case serve
        /// Say what is wrong with the configuration.
        case check
        /// Say what is in effect.
        case dump
        case version
        case help
    }

    /// Where the configuration is unless `--config` says otherwise.
    package static let standardFile = "/etc/prefd/prefd.toml"

    package var task = Task.serve
    /// `-` is standard input.
    package var file = standardFile
    package var logLevel = LogLevel.info

    /// What cannot be understood, with the remedy.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    package init() {}
}

extension DaemonOptions {
    private static let names = ["--config", "--check-config", "--dump-config", "--log-level", "--version", "--help"]

    /// Options that other versions may have, so that their use is told from a misspelling.
    private static let notYet = ["--restore"]

    /// Reads arguments, without the program's name.
    package init(_ arguments: [String]) throws(Fault) {
        self.init()
        var rest = arguments[...]
        var hasFile = false
        while let argument = rest.popFirst() {
            let (name, given) = DaemonOptions.split(argument)
            switch name {
            case "-c", "--config":
                file = try DaemonOptions.value(of: name, given, &rest)
                hasFile = true
            case "--log-level": logLevel = try DaemonOptions.level(try DaemonOptions.value(of: name, given, &rest))
            case "--check-config": try choose(.check, given, name)
            case "--dump-config": try choose(.dump, given, name)
            case "--version": try choose(.version, given, name)
            case "-h", "--help": try choose(.help, given, name)
            default:
                // Only these two read a file that is named without an option.
                guard task == .check || task == .dump, !hasFile, argument == "-" || !argument.hasPrefix("-") else {
                    throw DaemonOptions.unknown(argument)
                }
                file = argument
                hasFile = true
            }
        }
    }

    /// `--name=value` as two.
    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }

    private static func value(
        of name: String, _ given: String?, _ rest: inout ArraySlice<String>
    ) throws(Fault) -> String {
        guard let value = given ?? rest.popFirst(), !value.isEmpty else {
            throw Fault(description: "\(name) wants a value")
        }
        return value
    }

    private static func level(_ name: String) throws(Fault) -> LogLevel {
        guard let level = LogLevel(name: name) else {
            let names = LogLevel.allCases.map(\.name).joined(separator: ", ")
            throw Fault(description: "no log level \(name); there are \(names)")
        }
        return level
    }

    private mutating func choose(_ task: Task, _ given: String?, _ name: String) throws(Fault) {
        if given != nil { throw Fault(description: "\(name) takes no value with =; name the file with --config") }
        if task == .help || self.task == .serve { self.task = task }
    }

    private static func unknown(_ argument: String) -> Fault {
        guard argument.hasPrefix("-") else {
            return Fault(
                description: "unexpected argument \(argument); name the configuration with --config \(argument)")
        }
        let name = split(argument).name
        if notYet.contains(name) {
            return Fault(description: "\(name) is not in this version; prefd --help lists the options")
        }
        let near = Spelling.nearest(to: name, among: names, atMost: 1)
        let hint = near.first.map { "did you mean \($0)?" } ?? "prefd --help lists the options"
        return Fault(description: "unknown option \(argument); \(hint)")
    }
}
