import PreferenceTree
import Preferences

/// Short forms for the trace.
enum Brief {
    static func fields(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    static func value(_ value: Value?) -> String {
        switch value {
        case nil: "none"
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .float(let value): "\(value)"
        case .text(let value): "\"\(value)\""
        case .bytes(let value): "\(value)"
        case .list(let values): "[" + values.map { Brief.value($0) }.joined(separator: ", ") + "]"
        case .map(let map):
            "{" + map.entries.map { "\($0.key): \(Brief.value($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    static func record(_ record: Record) -> String {
        "\(record.key)=\(value(record.value))\(record.explicit ? "" : " implicit")@\(record.revision) "
            + "\(record.state) \(record.reason) \(record.sources)/\(record.staleSources)"
    }

    static func partial(_ partial: Partial?) -> String {
        switch partial {
        case nil: "none"
        case .value(let value): Brief.value(value)
        case .sum(let sum): "sum \(sum.exactDouble.map { "\($0)" } ?? "wide")"
        case .mean(let sum, let count): "mean \(sum.exactDouble.map { "\($0)" } ?? "wide")/\(count)"
        case .count(let count): "count \(count)"
        }
    }

    static func state(_ frame: StateFrame) -> String {
        var parts: [String] = []
        if frame.marks.contains(.begin) { parts.append("BEGIN") }
        for name in frame.names { parts.append("\(name.id):\(name.key)") }
        for (id, value) in zip(frame.floatIDs, frame.floats) { parts.append("\(id)=\(value)") }
        for (id, value) in zip(frame.intIDs, frame.ints) { parts.append("\(id)=\(value)") }
        for other in frame.others { parts.append("\(other.id)=\(partial(other.partial))") }
        for removal in frame.removals { parts.append("-\(removal.id) \(removal.reason)") }
        for (place, id) in frame.coverageIDs.enumerated() where place < frame.liveSources.count {
            parts.append("\(id) has \(frame.liveSources[place])/\(frame.staleSources[place])")
        }
        for condition in frame.conditions { parts.append("\(condition.id) is \(condition.state.rawValue)") }
        for reason in frame.reasons { parts.append("\(reason.id) because \(reason.reason)") }
        if frame.marks.contains(.end) { parts.append("END") }
        if frame.marks.contains(.settled) { parts.append("SETTLED") }
        return parts.joined(separator: " ")
    }

    static func roster(_ frame: RosterFrame) -> String {
        let entries = frame.entries.map {
            "\($0.name)#\($0.id % 1000)\($0.counted ? "+" : "?")\($0.presence)<\($0.parent?.text ?? "self")"
        }
        let removed = frame.removed.map { "-\($0.name)#\($0.id % 1000)" }
        return (entries + removed).joined(separator: " ") + (frame.complete ? " COMPLETE" : "")
    }
}

extension Message {
    /// One line for the trace.
    var brief: String {
        switch self {
        case .hello(let hello):
            "HELLO \(hello.attempt) \(hello.name) inc \(hello.incarnation % 1000)\(hello.syncing ? " syncing" : "")"
        case .welcome(let welcome): "WELCOME \(welcome.attempt)"
        case .refuse(let refusal): "REFUSE \(refusal.code) \(refusal.message)"
        case .taken(let taken): "TAKEN \(taken.key)/\(taken.source) by \(taken.by)"
        case .sayHello: "say hello"
        case .roster(let roster): "ROSTER \(Brief.roster(roster))"
        case .verdict(let verdicts):
            "VERDICT "
                + verdicts.map { "\($0.entry.name)#\($0.entry.id % 1000)\($0.owner.map { "!" + $0 } ?? "")" }
                .joined(separator: " ")
        case .grant(let entries): "GRANT " + entries.map { "\($0.name)#\($0.id % 1000)" }.joined(separator: " ")
        case .path(let path): "PATH " + path.steps.map { $0.name.text }.joined(separator: "/")
        case .catalog(let frame): "CATALOG \(frame.hash % 10000)"
        case .state(let frame): "STATE \(Brief.state(frame))"
        case .mark: "mark"
        case .watermark(let sequence): "watermark \(sequence)"
        case .ping: "ping"
        case .credit(let window): "credit \(window.bytes)/\(window.frames)"
        case .bye(let farewell): "BYE \(farewell)"
        case .byeOK: "BYE_OK"
        case .fault(let fault): "FAULT \(fault.code) \(fault.message)"
        case .publish(let frame):
            "PUBLISH \(frame.id) "
                + frame.statements.map { "\($0.key)/\($0.source)=\(Brief.operation($0.operation))" }
                .joined(separator: " ") + (frame.restated ? " RESTATED" : "")
        case .published(let frame):
            "PUBLISHED \(frame.id) \(frame.stage) "
                + frame.failures.map { "\($0.index): \($0.fault.code) \($0.fault.message)" }.joined(separator: "; ")
        case .subscribe(let frame):
            "SUBSCRIBE \(frame.id) \(frame.patterns.map { "\($0)" }.joined(separator: ",")) \(frame.standpoint) \(frame.after.map { "after \($0.revision)" } ?? "")"
        case .unsubscribe(let id): "UNSUBSCRIBE \(id)"
        case .notify(let frame):
            "NOTIFY \(frame.standpoint) e\(frame.epoch % 10000) "
                + frame.records.map { Brief.record($0) }.joined(separator: "; ")
                + (frame.initial.map { " INITIAL \($0)" } ?? "")
                + (frame.synced.map { " SYNCED \($0) at \(frame.syncedRevision)" } ?? "")
                + (frame.replaces ? " REPLACES" : "")
                + (frame.forgotten.isEmpty ? "" : " forgotten \(frame.forgotten)")
                + (frame.age.map { " age \($0.nanoseconds / 1_000_000)ms" } ?? "")
        case .request(let frame): "REQUEST \(frame.id) \(frame.verb) \(frame.target)"
        case .reply(let frame): "REPLY \(frame.id) \(frame.fault.map { $0.message } ?? Brief.value(frame.body))"
        }
    }
}

extension Brief {
    static func operation(_ operation: Statement.Operation) -> String {
        switch operation {
        case .publish(let value): value == .null ? "null" : Brief.value(value)
        case .retract: "retracted"
        }
    }
}
