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
                ("differences", .list(changes.definitions.map(Reload.difference))),
                ("settings", Reload.list(changes.takenOver)),
                ("restart", .list(changes.needingRestart.map { .text($0.entry) })),
                ("restart_changes", Reload.list(changes.needingRestart)),
                ("notes", .list(changes.forLaterSessions.map { [.text($0)] } ?? [])),
                ("diagnostics", .list(diagnostics.map { .text($0.description) })),
            ]))
    }

    private static func difference(_ definition: ConfigurationChanges.DefinitionChange) -> Value {
        .map(
            ValueMap([
                ("key", .text(definition.pattern.description)), ("changes", Reload.list(definition.changes)),
            ]))
    }

    private static func list(_ changes: [ConfigurationChanges.Change]) -> Value {
        .list(
            changes.map { change in
                .map(
                    ValueMap([
                        ("entry", .text(change.entry)), ("old", change.old.map { .text($0) } ?? .null),
                        ("new", change.new.map { .text($0) } ?? .null),
                    ]))
            })
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

    /// One line for `status`, which shows it until a reload succeeds.
    static func summary(_ errors: [Diagnostic]) -> String {
        let rest = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        return "the configuration was not reloaded: \(errors.first?.description ?? "it cannot be used")\(rest)"
    }

    /// How many diagnostics an answer quotes; the log has them all.
    private static let quoted = 20

    /// The answer for a configuration that cannot be used.
    static func fault(_ errors: [Diagnostic], in file: String) -> RequestFault {
        var lines = errors.prefix(quoted).map(\.description)
        if errors.count > quoted { lines.append("and \(errors.count - quoted) more") }
        return RequestFault(
            code: .configuration, message: lines.joined(separator: "\n"),
            hint: "nothing was changed; correct the file, prefd --check-config \(file) names every error")
    }
}
