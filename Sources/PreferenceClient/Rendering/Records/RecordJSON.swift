package import PreferenceTree
package import Preferences

/// Writes what a watcher is told as JSON, one object on a line, the members in the contract's order (§5).
package enum RecordJSON {
    package static func write(_ record: Record, _ place: RecordPlace, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("key", record.key.text)
            writer.member("value", record.value ?? .null)
            writer.member("explicit", record.explicit)
            writer.member("initial", place.initial)
            writer.member("epoch", place.epoch)
            writer.member("revision", record.revision)
            writer.member("at", place.at)
            writer.member("state", record.state.text)
            writer.member("causes") { causes in
                causes.array { list in for cause in record.causes { list.string(cause) } }
            }
            writer.member("reason", record.reason.text)
            writer.member("cause", record.cause)
            writer.member("time", Timestamp(microsecondsSince1970: record.time.microseconds).description)
            writer.member("coverage") { coverage in
                coverage.object { coverage in
                    coverage.member("sources", record.sources)
                    coverage.member("stale_sources", record.staleSources)
                    coverage.nodes(place.nodes)
                }
            }
            if let age = place.age { writer.seconds("age", age) }
            if record.truncated { writer.member("truncated", true) }
        }
    }

    /// The record as text, without a line's end.
    package static func text(_ record: Record, _ place: RecordPlace) -> String {
        var writer = JSONWriter()
        write(record, place, to: &writer)
        return writer.text
    }

    /// What follows a snapshot or a resumption.
    package static func synced(_ position: Position) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("synced", true)
            writer.member("epoch", position.epoch)
            writer.member("revision", position.revision)
        }
        return writer.text
    }
}

extension JSONWriter {
    /// The member `nodes` of a coverage.
    mutating func nodes(_ nodes: NodeCoverage) {
        member("nodes") { value in
            value.object { object in
                object.member("live", nodes.live)
                object.member("stale", nodes.stale)
                object.member("missing", nodes.missing)
                object.member("expected", nodes.expected)
            }
        }
    }

    /// Durations are seconds in JSON, with a fraction.
    mutating func seconds(_ name: String, _ interval: Interval) {
        self.name(name)
        float(Double(interval.nanoseconds) / 1e9)
    }

    mutating func member(_ name: String, texts: [String]) {
        member(name) { value in
            value.array { list in for text in texts { list.string(text) } }
        }
    }

    /// A member that is left out where there is none.
    mutating func member(_ name: String, ifSet text: String?) {
        if let text { member(name, text) }
    }

    mutating func member(_ name: String, ifSet time: Timestamp?) {
        if let time { member(name, time.description) }
    }
}
