import Preferences

/// Splits arguments into a verb, options and operands.
///
/// Options stand before or after the verb, as `--name VALUE` or `--name=VALUE`, and `--` ends them. After the first
/// operand of a verb a number is an operand even when it begins with `-`. A verb that takes a command gets all that
/// follows the `--` behind its first two operands.
struct ArgumentScanner {
    enum Outcome {
        case verb(any VerbSyntax.Type, Arguments)
        case help((any VerbSyntax.Type)?)
        case version
    }

    private var rest: ArraySlice<String>
    private var verb: (any VerbSyntax.Type)?
    private var arguments = Arguments()
    private var optionsEnded = false
    private var wantsHelp = false

    static func scan(_ arguments: [String]) throws(UsageError) -> Outcome {
        var scanner = ArgumentScanner(rest: arguments[...])
        return try scanner.scan()
    }

    private init(rest: ArraySlice<String>) { self.rest = rest }

    private mutating func scan() throws(UsageError) -> Outcome {
        while let argument = rest.popFirst(), !(wantsHelp && verb != nil) {
            if argument == "--", !optionsEnded || startsCommand {
                if startsCommand {
                    arguments.command = Array(rest)
                    break
                }
                optionsEnded = true
            } else if !optionsEnded, isOption(argument) {
                try take(option: argument)
            } else if verb == nil {
                // As `help` and `help VERB`, which many programs understand.
                if argument == "help", !wantsHelp {
                    wantsHelp = true
                    continue
                }
                guard let syntax = VerbTable.syntax(of: argument) else { throw VerbTable.unknown(argument) }
                verb = syntax
            } else {
                arguments.operands.append(argument)
            }
        }
        if wantsHelp { return .help(verb) }
        if arguments.has("version") { return .version }
        guard let verb else { throw UsageError("no verb", hint: "prefctl --help lists them") }
        return .verb(verb, arguments)
    }

    private var startsCommand: Bool { verb?.grammar.takesCommand == true && arguments.operands.count >= 2 }

    private func isOption(_ argument: String) -> Bool {
        guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 else { return false }
        return arguments.operands.isEmpty || !ArgumentScanner.isNegativeNumber(argument)
    }

    /// `-` before a digit, or before a point and a digit.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        var rest = argument.utf8.dropFirst()
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
        return rest.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    private mutating func take(option argument: String) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts.first ?? "")
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard let rule = rules.first(where: { written == "--" + $0.name || isLetter($0, written) }) else {
            throw unknown(option: written)
        }
        if rule.name == "help" {
            wantsHelp = true
            return
        }
        if rule.placeholder == nil, attached != nil { throw UsageError("--\(rule.name) takes no value") }
        var value = ""
        if let placeholder = rule.placeholder {
            guard let given = attached ?? rest.popFirst() else {
                throw UsageError("--\(rule.name) needs a value", hint: "write --\(rule.name) \(placeholder)")
            }
            value = given
        }
        arguments.options.append(Arguments.Option(name: rule.name, value: value))
    }

    private func isLetter(_ rule: OptionRule, _ written: String) -> Bool {
        rule.letter.map { written == "-\($0)" } ?? false
    }

    private var rules: [OptionRule] { GlobalOptions.rules + (verb?.grammar.options ?? []) }

    private func unknown(option written: String) -> UsageError {
        let name = String(written.drop { $0 == "-" })
        let place = verb.map { "prefctl \($0.grammar.verb)" } ?? "prefctl"
        if GlobalOptions.notYet.contains(name) || verb?.grammar.notYet.contains(name) == true {
            return UsageError("\(written) is not in this version", hint: "\(place) --help lists the options")
        }
        if verb == nil, VerbTable.all.contains(where: { $0.grammar.options.contains { $0.name == name } }) {
            return UsageError("unknown option \(written)", hint: "options of a verb stand after the verb")
        }
        if let verb, name == "at" {
            return UsageError(
                "\(verb.grammar.verb) takes no --at",
                hint: "it acts through the connected node; choose that with --connect")
        }
        let notYet = GlobalOptions.notYet + (verb?.grammar.notYet ?? [])
        let near = Spelling.nearest(to: name, among: rules.map(\.name) + notYet, atMost: 1).first
        if let near, notYet.contains(near) {
            return UsageError("unknown option \(written)", hint: "--\(near) is not in this version")
        }
        let help =
            arguments.operands.isEmpty
            ? "\(place) --help lists the options" : "write -- before an operand that begins with -"
        return UsageError("unknown option \(written)", hint: near.map { "did you mean --\($0)?" } ?? help)
    }
}
