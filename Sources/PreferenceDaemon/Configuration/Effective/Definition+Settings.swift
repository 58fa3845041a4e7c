internal import Preferences

extension Definition {
    /// The name of its table, such as `keys."ui.title"`.
    var table: String { "keys.\"\(pattern)\"" }

    /// The header of its table; unlike its name it can be read back whatever the key.
    var header: String { "keys.\(TOMLText.quoted(pattern.description))" }

    /// Every entry that this version knows, in the order of docs/status.md.
    var settings: [Setting] {
        let own = lifetimes == Set(LifetimeKind.allCases) ? nil : LifetimeKind.allCases.filter(lifetimes.contains)
        let entries: [(entry: String, text: String?, silence: String)] = [
            ("type", TOMLText.quoted(type.rawValue), ""),
            ("policy", TOMLText.quoted(policy.rawValue), ""),
            ("default", explicitDefault, "\(JSONWriter.text(of: defaultValue)), from the policy"),
            ("nullable", String(nullable), ""),
            ("alias", alias.map { TOMLText.quoted($0.text) }, "none"),
            ("lifetimes", own.map { TOMLText.list($0.map(\.rawValue)) }, "all"),
            ("ttl", ttl.map { TOMLText.quoted("\($0)") }, "as each publication says"),
            ("grace", grace.map { TOMLText.quoted("\($0)") }, "timing.grace of each node"),
            ("separator", policy == .concat ? TOMLText.quoted(separator) : nil, "not for this policy"),
            ("max_bytes", TOMLText.size(maximumBytes), ""),
            ("max_keys", maximumKeys.map(String.init), "no limit but [limits]"),
            ("unit", unit.map(TOMLText.quoted), "none"),
            ("description", summary.map(TOMLText.quoted), "none"),
        ]
        return entries.map { Setting(table: table, entry: $0.entry, text: $0.text, silence: $0.silence) }
    }

    /// Nil where silence says the same, which is also the only way to say null.
    private var explicitDefault: String? {
        let silent = Definition(pattern: pattern, type: type, policy: policy).defaultValue
        return defaultValue == silent ? nil : TOMLText.value(defaultValue)
    }
}
