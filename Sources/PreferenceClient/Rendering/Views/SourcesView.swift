import Preferences

/// How `sources` lists contributions.
package struct SourcesView: Sendable {
    private let paint: Paint

    package init(_ paint: Paint) { self.paint = paint }

    package func text(_ entries: [SourceEntry]) -> String {
        var table = TextTable("KEY", "SOURCE", "VALUE", "RANK", "LIFETIME", "SINCE", "BY", "STATE")
        for entry in entries {
            table.add(
                entry.key, entry.source.printable, TerminalText.cell(entry.value), "\(entry.rank)",
                lifetime(entry), entry.since.map(TerminalText.time) ?? "", entry.by.printable,
                entry.state + (entry.reason.map { ": \(SourcesView.cause(in: $0).printable)" } ?? ""))
        }
        return table.text(paint)
    }

    /// A reason without its remedy, which is for who states the value.
    private static func cause(in reason: String) -> String {
        reason.firstRange(of: "; ").map { String(reason[..<$0.lowerBound]) } ?? reason
    }

    private func lifetime(_ entry: SourceEntry) -> String {
        guard let left = entry.expiresIn else { return entry.lifetime }
        return "\(entry.lifetime), \(TerminalText.span(left)) left"
    }

    /// One object on a line for each; durations are seconds.
    package static func json(_ entries: [SourceEntry]) -> String {
        var writer = JSONWriter()
        for entry in entries {
            writer.object { writer in
                writer.member("key", entry.key)
                writer.member("source", entry.source)
                writer.member("value", entry.value)
                writer.member("rank", entry.rank)
                writer.member("lifetime", entry.lifetime)
                if let ttl = entry.ttl { writer.seconds("ttl", ttl) }
                if let left = entry.expiresIn { writer.seconds("expires_in", left) }
                writer.member("since", ifSet: entry.since)
                writer.member("by", entry.by)
                writer.member("state", entry.state)
                writer.member("reason", ifSet: entry.reason)
            }
            writer.newline()
        }
        return writer.text
    }
}
