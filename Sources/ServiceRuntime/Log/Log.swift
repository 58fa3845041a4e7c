internal import Glibc
internal import Systemd

/// Where the process tells what happens.
///
/// Nothing secret is ever given to it: keys and credentials are named by their path.
package struct Log: Sendable {
    /// Takes an entry to where it is read; called from any thread.
    package typealias Sink = @Sendable (LogEntry) -> Void

    private let threshold: LogLevel
    private let sink: Sink

    /// Logs from `level` on to a sink; usually `.system`.
    package init(_ level: LogLevel, to sink: @escaping Sink) {
        threshold = level
        self.sink = sink
    }

    /// The journal where standard error goes there, with each field as one of its own; else lines on standard error.
    ///
    /// `prefix` begins the journal's names of the fields.
    package static func system(fieldPrefix prefix: String) -> Sink {
        Journal.isStandardError ? toJournal(prefix) : toStandardError
    }

    package func isOn(_ level: LogLevel) -> Bool {
        level.rawValue >= threshold.rawValue
    }

    /// Tells one thing; the message says what, where and the remedy, the fields what it is about.
    package func event(
        _ level: LogLevel, _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
    ) {
        guard isOn(level) else { return }
        let named = fields().map { (name: $0.key, value: $0.value) }
        sink(LogEntry(time: .now, level: level, message: message(), fields: named))
    }

    private static let toStandardError: Sink = { entry in
        let bytes = Array((entry.line + "\n").utf8)
        // One write for each line, so that lines of several threads do not mix; nothing can be done if it fails.
        _ = unsafe write(2, bytes, bytes.count)
    }

    private static func toJournal(_ prefix: String) -> Sink {
        { entry in
            let fields = entry.fields.map { (name: prefix + $0.name, value: $0.value) }
            Journal().send(entry.level.priority, entry.message, fields)
        }
    }
}

extension LogLevel {
    fileprivate var priority: Journal.Priority {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
