internal import PreferenceTree
internal import Preferences
internal import TOML

extension Definition {
    /// Reads one `[keys."…"]`; nil where it is not known well enough to be one, which is then reported.
    init?(reading section: Section, pattern: KeyPattern, limits: Limits, _ findings: inout Findings) {
        section.check(.key, &findings)
        let type = Definition.required("type", .valueType, section, &findings)
        let policy = Definition.required("policy", .policy, section, &findings)
        let standard = Definition(
            pattern: pattern, type: type ?? .any, policy: policy ?? .first,
            defaultValue: section.read("default", .value, &findings))
        self = standard
        nullable = section.read("nullable", .boolean, &findings) ?? standard.nullable
        alias = section.read("alias", .key, &findings)
        lifetimes = Definition.lifetimes(section, &findings) ?? standard.lifetimes
        ttl = section.read("ttl", .interval(.zero...Interval.longest), &findings)
        grace = section.read("grace", .interval(.zero...Interval.longest), &findings)
        separator = section.read("separator", .text, &findings) ?? standard.separator
        maximumBytes = section.read("max_bytes", .size(0...Int.max), &findings) ?? standard.maximumBytes
        maximumKeys = section.read("max_keys", .count(0...Limits.rows.upperBound), &findings)
        unit = section.read("unit", .text, &findings)
        summary = section.read("description", .text, &findings)
        guard type != nil, policy != nil else { return nil }
        reportFaults(section, limits, &findings)
    }

    private func reportFaults(_ section: Section, _ limits: Limits, _ findings: inout Findings) {
        for fault in faults() {
            let place = findings.places[section.fullName(fault.member)] ?? section.place
            findings.report(.illegalValue, at: place, "\(section.fullName(fault.member)): \(fault)")
        }
        if let place = findings.places[section.fullName("max_bytes")], maximumBytes > limits.frame / 2,
            Definition.maximumBytesRange.contains(maximumBytes)
        {
            findings.report(
                .illegalValue, at: place,
                "\(section.fullName("max_bytes")): \(maximumBytes) is more than half of limits.frame (\(limits.frame))")
        }
    }

    private static func required<Setting>(
        _ entry: String, _ notation: SettingNotation<Setting>, _ section: Section, _ findings: inout Findings
    ) -> Setting? {
        if section.table[entry] == nil {
            findings.report(.missing, at: section.place, "\(section.fullName(entry)) is missing")
        }
        return section.read(entry, notation, &findings)
    }

    /// Nil also where one of them, reported, is none.
    private static func lifetimes(_ section: Section, _ findings: inout Findings) -> Set<LifetimeKind>? {
        let before = findings.diagnostics.count
        let listed = section.readList("lifetimes", .lifetime, wants: "a list such as [\"held\", \"ttl\"]", &findings)
        guard let listed, findings.diagnostics.count == before else { return nil }
        return Set(listed.map(\.setting))
    }
}

extension SettingNotation<ValueType> {
    static let valueType = SettingNotation { content throws(SettingFault) in
        try oneOf(ValueType.allCases.map(\.rawValue), later: [], content) { ValueType(rawValue: $0) }
    }
}

extension SettingNotation<Policy> {
    static let policy = SettingNotation { content throws(SettingFault) in
        try oneOf(Vocabulary.policies, later: Vocabulary.laterPolicies, content) { Policy(rawValue: $0) }
    }
}

extension SettingNotation<LifetimeKind> {
    static let lifetime = SettingNotation { content throws(SettingFault) in
        try oneOf(LifetimeKind.allCases.map(\.rawValue), later: [], content) { LifetimeKind(rawValue: $0) }
    }
}

extension SettingNotation<Key> {
    static let key = SettingNotation { content throws(SettingFault) in
        let text = try SettingNotation<String>.text.read(content)
        do { return try Key(text) } catch { throw .illegal("\(error)") }
    }
}

/// A word of a closed list.
private func oneOf<Word>(
    _ words: [String], later: [String], _ content: TOMLValue.Content, _ word: (String) -> Word?
) throws(SettingFault) -> Word {
    guard case .string(let text) = content else { throw .wants("one of: \(words.joined(separator: " "))") }
    if let word = word(text) { return word }
    if later.contains(text) { throw .notInThisVersion("\(text) is not in this version") }
    let hint = Suggestion.hint(for: text, among: words)
    throw .illegal("unknown \(text)\(hint); one of: \(words.joined(separator: " "))")
}
