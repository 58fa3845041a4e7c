import Preferences

/// How `keys` lists definitions and keys.
package struct KeysView: Sendable {
    private let paint: Paint

    package init(_ paint: Paint) { self.paint = paint }

    package func text(_ entries: [KeyEntry]) -> String {
        var table = TextTable("KEY", "TYPE", "POLICY", "DEFAULT", "SOURCES", "DESCRIPTION")
        for entry in entries {
            var about: [String] = []
            if let unsupported = entry.unsupported { about.append("[unknown here: \(unsupported)]") }
            if entry.definedBy != entry.key { about.append("by \(entry.definedBy)") }
            if let alias = entry.alias { about.append("alias \(alias)") }
            if let unit = entry.unit { about.append("in \(unit)") }
            if let summary = entry.summary { about.append(summary) }
            table.add(
                entry.key, entry.type + (entry.nullable ? "?" : ""), entry.policy,
                TerminalText.cell(entry.defaultValue), "\(entry.sources)",
                about.joined(separator: ", ").printable)
        }
        return table.text(paint)
    }

    /// One object on a line for each; durations are seconds.
    package static func json(_ entries: [KeyEntry]) -> String {
        var writer = JSONWriter()
        for entry in entries {
            writer.object { write(entry, to: &$0) }
            writer.newline()
        }
        return writer.text
    }

    private static func write(_ entry: KeyEntry, to writer: inout JSONWriter) {
        writer.member("key", entry.key)
        writer.member("defined_by", entry.definedBy)
        writer.member("type", entry.type)
        writer.member("policy", entry.policy)
        writer.member("default", entry.defaultValue)
        writer.member("nullable", entry.nullable)
        writer.member("alias", ifSet: entry.alias)
        writer.member("unit", ifSet: entry.unit)
        writer.member("description", ifSet: entry.summary)
        writer.member("lifetimes", texts: entry.lifetimes)
        if let grace = entry.grace { writer.seconds("grace", grace) }
        if let ttl = entry.ttl { writer.seconds("ttl", ttl) }
        writer.member("separator", ifSet: entry.separator)
        if let bytes = entry.maximumBytes { writer.member("max_bytes", bytes) }
        if let keys = entry.maximumKeys { writer.member("max_keys", keys) }
        writer.member("present", entry.present)
        writer.member("sources", entry.sources)
        writer.member("unsupported", ifSet: entry.unsupported)
    }
}
