import PreferenceTree
import Preferences

/// The readings of option values; a message names the option first.
extension Arguments {
    /// A duration, for which `0` needs no unit.
    func duration(_ name: String) throws(UsageError) -> Interval? {
        guard let text = value(name) else { return nil }
        if text == "0" { return .zero }
        do {
            return try Interval(text)
        } catch {
            throw UsageError("--\(name): \(error)")
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String
    ) throws(UsageError) -> Choice? where Choice.RawValue == String {
        guard let text = value(name) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let near = Spelling.nearest(to: text, among: names, atMost: 1).first
        throw UsageError(
            "--\(name) has no \"\(text)\"",
            hint: near.map { "did you mean \($0)?" } ?? "it takes \(names.joined(separator: ", "))")
    }

    func number<Number: FixedWidthInteger>(
        _ name: String, from least: Number = .min
    ) throws(UsageError) -> Number? {
        guard let text = value(name) else { return nil }
        if let number = Number(text), number >= least { return number }
        throw UsageError("--\(name): \"\(text)\" is no whole number from \(least) to \(Number.max)")
    }

    func source(in surroundings: Surroundings) throws(UsageError) -> SourceName? {
        if let text = value("source") { return try Reading.source(text, from: "--source") }
        guard let text = surroundings.variable("PREFD_SOURCE") else { return nil }
        return try Reading.source(text, from: "$PREFD_SOURCE")
    }

    func source(in surroundings: Surroundings, default standard: String) throws(UsageError) -> SourceName {
        if let named = try source(in: surroundings) { return named }
        return try Reading.source(standard, from: "the source")
    }

    /// `--at`, or the verb's own standpoint.
    func target(default standard: NodeTarget) throws(UsageError) -> NodeTarget {
        guard let text = value("at") else { return standard }
        return try NodeTarget(text)
    }

    /// `--ttl D`, `--volatile`; nil: the definition decides.
    func lifetime() throws(UsageError) -> Lifetime? {
        try exclude("ttl", "volatile")
        if has("volatile") { return .volatile }
        guard let ttl = try duration("ttl") else { return nil }
        if ttl <= .zero { throw UsageError("--ttl: a contribution that ends at once is none", hint: "write --ttl 3m") }
        return .ttl(ttl)
    }
}

extension OptionRule {
    static func at(_ standard: String) -> OptionRule {
        OptionRule("at", "PATH", "the node that answers: / the root, . the connected one, /dc1/rack3 (\(standard))")
    }

    static let source = OptionRule("source", "NAME", "the source's name ($PREFD_SOURCE)")
    static let take = OptionRule("take", "take the source over from a client that holds it")
    static let rank = OptionRule("rank", "N", "the place in the fold, before the name (0)")
    static let valueJSON = OptionRule("value-json", "VALUE is JSON even where the key takes text")
}

/// Names as operands: what is none has the code that a node would give.
enum Reading {
    /// `verb`: whose operand it is.
    static func key(_ text: String, of verb: String) throws(UsageError) -> Key {
        if text.utf8.last == UInt8(ascii: "*"), text.utf8.dropLast().allSatisfy({ $0 != UInt8(ascii: "*") }) {
            throw UsageError(
                "\(verb) takes a key, \"\(text)\" is a pattern", hint: "prefctl keys '\(text)' lists its keys")
        }
        do {
            return try Key(text)
        } catch {
            throw fault(error, in: text)
        }
    }

    static func pattern(_ text: String) throws(UsageError) -> KeyPattern {
        do {
            return try KeyPattern(text)
        } catch {
            throw fault(error, in: text)
        }
    }

    static func source(_ text: String, from origin: String) throws(UsageError) -> SourceName {
        do {
            return try SourceName(text)
        } catch {
            throw UsageError(ClientFault(.node(.invalidName), "\(origin): \(error)"))
        }
    }

    private static func fault(_ fault: NameFault, in text: String) -> UsageError {
        let shown =
            text.unicodeScalars.count > 40 ? text.unicodeScalars.prefix(40).map(String.init).joined() + "…" : text
        return UsageError(ClientFault(.node(.invalidName), "\"\(shown)\": \(fault)"))
    }
}
