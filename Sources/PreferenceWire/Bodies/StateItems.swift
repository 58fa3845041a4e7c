import PreferenceTree
import Preferences

/// `[id, key]`.
extension StateFrame.Name: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.uint(UInt64(id))
        writer.cbor.text(key.text)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(id: try reader.uint32(), key: try reader.key())
    }
}

/// `[id, partial]`, or `[id, null]` where there is nothing to fold.
extension StateFrame.Other: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.uint(UInt64(id))
        if let partial { partial.write(to: &writer) } else { writer.cbor.null() }
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        let id = try reader.uint32()
        let isAbsent = try reader.read { (cbor) throws(CBORFault) in try cbor.readIfNull() }
        self.init(id: id, partial: isAbsent ? nil : try Partial(from: &reader))
    }
}

extension StateFrame.Condition: WireItem {
    private enum Member: UInt8 {
        case id, state, causes
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.id, id)
        writer.uint(Member.state, state.rawValue)
        writer.texts(Member.causes, causes)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let id = try reader.uint32(Member.id)
        try reader.require(Member.state)
        let state: TravellingState = try reader.bits(in: [.syncing, .quarantined, .truncated])
        let causes = try reader.texts(Member.causes)
        try reader.leaveMap(outer)
        self.init(id: id, state: state, causes: causes)
    }
}
