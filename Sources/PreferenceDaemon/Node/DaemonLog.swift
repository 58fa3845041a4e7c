package import PreferenceTree
package import ServiceRuntime

/// Where the daemon tells what happens: its own words, and those of the node.
package struct DaemonLog: Sendable {
    package let log: Log
    private let sink: Log.Sink

    package init(_ level: LogLevel, to sink: @escaping Log.Sink = Log.system(fieldPrefix: "PREFD_")) {
        log = Log(level, to: sink)
        self.sink = sink
    }

    /// Tells what the node found worth telling.
    package func tell(_ entry: PreferenceTree.LogEntry) {
        let level = entry.level.logLevel
        guard log.isOn(level) else { return }
        let fields = entry.fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        sink(ServiceRuntime.LogEntry(time: .now, level: level, message: entry.message, fields: fields))
    }
}

extension PreferenceTree.LogEntry.Level {
    fileprivate var logLevel: LogLevel {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
