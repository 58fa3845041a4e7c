internal import PreferenceTree
internal import Preferences

/// What a reload does or would do, in the words of its answer.
struct Reload {
    /// Keys that a reload takes from sight, with the contributions that stand under each now.
    typealias Removal = (pattern: KeyPattern, contributions: Int)

    let changes: ConfigurationChanges
    let removals: [Removal]
    let diagnostics: [Diagnostic]

    func body(applied: Bool) -> Value {
        let removed = removals.map { removal in
            Value.map(
                ValueMap([
                    ("key", .text(removal.pattern.description)), ("contributions", .int(Int64(removal.contributions))),
                ]))
        }
        return .map(
            ValueMap([
                ("applied", .bool(applied)), ("added", Reload.texts(changes.keys.added)), ("removed", .list(removed)),
                ("changed", Reload.texts(changes.keys.changed + changes.keys.cosmetic)),
                ("restart", .list(changes.needingRestart.map { .text($0.entry) })),
                ("diagnostics", .list(diagnostics.map { .text($0.description) })),
            ]))
    }

    private static func texts(_ patterns: [KeyPattern]) -> Value { .list(patterns.map { .text($0.description) }) }

    /// The answer for definitions whose partials may not fit the frames that are in force until a restart.
    static func fault(beyondFrame patterns: [KeyPattern]) -> RequestFault {
        let names = patterns.prefix(quoted).map(\.description).joined(separator: ", ")
        return RequestFault(
            code: .configuration,
            message:
                "max_bytes of \(names) is more than half of the limits.frame in force, which only a restart changes",
            hint: "nothing was changed; restart, or lower max_bytes")
    }

    /// How many diagnostics an answer quotes; the log has them all.
    private static let quoted = 20

    /// The answer for a configuration that cannot be used.
    static func fault(_ errors: [Diagnostic]) -> RequestFault {
        var lines = errors.prefix(quoted).map(\.description)
        if errors.count > quoted { lines.append("and \(errors.count - quoted) more") }
        return RequestFault(
            code: .configuration, message: lines.joined(separator: "\n"), hint: "nothing was changed; correct the file")
    }
}
