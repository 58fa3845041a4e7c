import PreferenceTree
import Preferences

/// How a story writes what was told.
enum StageText {
    static func change(_ record: Record, coverage: Bool) -> String {
        // What the reader's own bookkeeping took away has no reason.
        if !record.explicit, record.reason == .snapshot, record.value == .null { return "\(record.key) is gone" }
        return self.record(record, coverage: coverage)
    }

    static func record(_ record: Record, coverage: Bool) -> String {
        var text = "\(record.key) = \(Brief.value(record.value))"
        if !record.explicit { text += " by default" }
        text += ", \(record.reason)"
        if record.state != .ok { text += ", \(record.state)" }
        if coverage { text += ", \(record.sources) sources, \(record.staleSources) stale" }
        return text
    }

    static func shown(_ shown: Answer.Shown) -> String {
        var text = "= \(Brief.value(shown.value))"
        if !shown.explicit { text += " by default" }
        text += ", \(shown.sources) sources"
        if shown.staleSources > 0 { text += " (\(shown.staleSources) stale)" }
        text += ", \(shown.state)"
        if shown.causes != .list([]) { text += " \(Brief.value(shown.causes))" }
        return text
    }

    /// A line of the log, without what differs from run to run.
    static func entry(_ entry: LogEntry) -> String {
        var words = entry.message.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        for place in words.indices.dropFirst() where words[place - 1].hasSuffix("incarnation") {
            words[place] = "…" + words[place].drop { $0.isHexDigit }
        }
        return "\(entry.level): \(words.joined(separator: " "))"
    }
}

extension Stage {
    func pattern(_ text: String) throws(StageFault) -> KeyPattern {
        do { return try KeyPattern(text) } catch { throw StageFault(message: "\(text) is no pattern: \(error)") }
    }

    func value(_ text: String) throws(StageFault) -> Value {
        switch text {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        if let number = Int64(text) { return .int(number) }
        if let number = Double(text) { return .float(number) }
        return .text(text.filter { $0 != "\"" })
    }
}
