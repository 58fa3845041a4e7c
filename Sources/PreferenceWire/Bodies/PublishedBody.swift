import PreferenceTree
import Preferences

/// `[index, fault]`.
extension PublishedFrame.Failure: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.uint(UInt64(index))
        fault.write(to: &writer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(index: try reader.uint32(), fault: try RequestFault(from: &reader))
    }
}

extension PublishedFrame: WireItem {
    private enum Member: UInt8 {
        case id, stage, failures, retracted
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.id, id)
        writer.choice(Member.stage, stage)
        writer.list(Member.failures, failures)
        writer.nonzero(Member.retracted, retracted)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let id = try reader.uint(Member.id)
        let stage: Stage = try reader.choice(Member.stage)
        let failures: [Failure] = try reader.list(Member.failures)
        let retracted: UInt32 = try reader.nonzero(Member.retracted)
        try reader.leaveMap(outer)
        self.init(id: id, stage: stage, failures: failures, retracted: retracted)
    }
}

extension TakenSource: WireItem {
    private enum Member: UInt8 {
        case key, source, by
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.text(Member.key, key)
        writer.text(Member.source, source)
        writer.text(Member.by, by)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let key: String = try reader.text(Member.key)
        let source: String = try reader.text(Member.source)
        let by: String = try reader.text(Member.by)
        try reader.leaveMap(outer)
        self.init(key: key, source: source, by: by)
    }
}
