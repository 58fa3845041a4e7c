import PreferenceTree
import Preferences

/// A record without a value is one whose partial cannot be lowered; null is a value.
extension Record: WireItem {
    private enum Member: UInt8 {
        case key, value, explicit, revision, state, causes, truncated, reason, cause, time, sources, staleSources
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.text(Member.key, key.text)
        if let value {
            writer.member(Member.value)
            writer.cbor.value(value)
        }
        writer.flag(Member.explicit, explicit)
        writer.uint(Member.revision, revision)
        writer.nonzero(Member.state, state.rawValue)
        writer.texts(Member.causes, causes)
        writer.flag(Member.truncated, truncated)
        writer.choice(Member.reason, reason)
        writer.nonempty(Member.cause, cause)
        writer.int(Member.time, time.microseconds)
        writer.nonzero(Member.sources, sources)
        writer.nonzero(Member.staleSources, staleSources)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        try reader.require(Member.key)
        let key = try reader.key()
        let value = try reader.find(Member.value) ? try reader.value() : nil
        let explicit = try reader.flag(Member.explicit)
        let revision = try reader.uint(Member.revision)
        let stateStart = reader.position
        let stateNumber: UInt8 = try reader.nonzero(Member.state)
        guard let state = RecordState(rawValue: stateNumber) else { throw WireFault(.meaningless, at: stateStart) }
        let causes = try reader.texts(Member.causes)
        let truncated = try reader.flag(Member.truncated)
        let reason: Reason = try reader.choice(Member.reason)
        let cause = try reader.nonempty(Member.cause)
        try reader.require(Member.time)
        let time = WallTime(microseconds: try reader.int())
        let sources: UInt32 = try reader.nonzero(Member.sources)
        let staleSources: UInt32 = try reader.nonzero(Member.staleSources)
        try reader.leaveMap(outer)
        self.init(
            key: key, value: value, explicit: explicit, revision: revision, state: state, causes: causes,
            truncated: truncated, reason: reason, cause: cause, time: time, sources: sources,
            staleSources: staleSources)
    }
}
