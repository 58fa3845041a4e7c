package import PreferenceTree
import Preferences

/// The text forms of records: what pipes read, and what is told beside.
package enum RecordText {
    /// Of a single key the value alone: a text as it is, any other as JSON on one line.
    package static func value(_ record: Record) -> String { ValueText.raw(record.value ?? .null) }

    /// `KEY<TAB>VALUE`, the value as JSON on one line.
    package static func line(_ record: Record) -> String {
        record.key.text + "\t" + JSONWriter.text(of: record.value ?? .null)
    }

    /// Whether the state is not ok, or a source or node behind the value is stale.
    package static func isDoubtful(_ record: Record, _ place: RecordPlace) -> Bool {
        record.state != .ok || record.staleSources > 0 || place.nodes.stale > 0
    }

    /// The line on stderr for a value that is to be doubted; nil for one that is not.
    package static func note(_ record: Record, _ place: RecordPlace) -> String? {
        guard isDoubtful(record, place) else { return nil }
        var parts: [String] = []
        if record.state != .ok {
            let age = place.age.map { " for \(TerminalText.span($0))" } ?? ""
            parts.append("is \(record.state.text)\(age)")
        }
        if record.staleSources > 0 {
            parts.append("\(record.staleSources) of \(TerminalText.count(record.sources, "source")) stale")
        }
        if place.nodes.stale > 0 {
            parts.append("\(place.nodes.stale) of \(TerminalText.count(place.nodes.expected, "node")) stale")
        }
        let causes = record.causes.isEmpty ? "" : ": " + record.causes.joined(separator: ", ")
        let first = record.state == .ok ? "\(record.key): " : "\(record.key) "
        return first + parts.joined(separator: ", ") + causes
    }
}

/// The lines of `watch` on a terminal: aligned so far as is known, with time, reason and doubts.
package struct WatchLines: Sendable {
    /// Wider keys push their line aside instead of all others.
    private static let widestKey = 40
    private static let widestValue = 24

    private let paint: Paint
    private var keyWidth = 0
    private var valueWidth = 0

    package init(_ paint: Paint) { self.paint = paint }

    package mutating func line(_ record: Record, _ place: RecordPlace) -> String {
        let key = record.key.text
        let value = JSONWriter.text(of: record.value ?? .null).printable
        keyWidth = max(keyWidth, min(key.count, WatchLines.widestKey))
        valueWidth = max(valueWidth, min(value.count, WatchLines.widestValue))
        let time = Timestamp(microsecondsSince1970: record.time.microseconds).description.dropFirst(11).prefix(12)
        var line = paint.faint(String(time)) + "  " + key.padded(to: keyWidth) + "  "
        line += paint.strong(value.padded(to: valueWidth)) + "  "
        line += record.explicit ? record.reason.text : "\(record.reason.text) (default)"
        if RecordText.isDoubtful(record, place) { line += "  " + doubts(record, place) }
        return line
    }

    private func doubts(_ record: Record, _ place: RecordPlace) -> String {
        var parts = record.state == .ok ? [] : [record.state.text]
        if record.staleSources > 0 { parts.append("\(record.staleSources)/\(record.sources) sources stale") }
        if place.nodes.stale > 0 { parts.append("\(place.nodes.stale)/\(place.nodes.expected) nodes stale") }
        return paint.doubtful("[" + (parts + record.causes.map(\.printable)).joined(separator: ", ") + "]")
    }
}
