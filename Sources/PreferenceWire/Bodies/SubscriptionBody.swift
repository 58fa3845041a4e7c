import PreferenceTree
import Preferences

/// A text: a key, or a prefix ending in `*`.
extension KeyPattern: WireItem {
    func write(to writer: inout BodyWriter) { writer.cbor.text(description) }

    init(from reader: inout BodyReader) throws(WireFault) {
        let start = reader.position
        let text = try reader.text()
        do { try self.init(text) } catch { throw WireFault(.name(error), at: start) }
    }
}

/// A text.
extension Key: WireItem {
    func write(to writer: inout BodyWriter) { writer.cbor.text(text) }

    init(from reader: inout BodyReader) throws(WireFault) { self = try reader.key() }
}

/// `[epoch, revision]`.
extension Position: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.uint(epoch)
        writer.cbor.uint(revision)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(epoch: try reader.uint(), revision: try reader.uint())
    }
}

extension SubscribeFrame: WireItem {
    private enum Member: UInt8 {
        case id, patterns, standpoint, coverage, after
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.uint(Member.id, id)
        writer.list(Member.patterns, patterns)
        writer.choice(Member.standpoint, standpoint)
        writer.flag(Member.coverage, coverage)
        if let after { writer.item(Member.after, after) }
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let id = try reader.uint32(Member.id)
        let patterns: [KeyPattern] = try reader.list(Member.patterns)
        let standpoint: Standpoint = try reader.choice(Member.standpoint)
        let coverage = try reader.flag(Member.coverage)
        let after: Position? = try reader.optional(Member.after)
        try reader.leaveMap(outer)
        self.init(id: id, patterns: patterns, standpoint: standpoint, coverage: coverage, after: after)
    }
}
