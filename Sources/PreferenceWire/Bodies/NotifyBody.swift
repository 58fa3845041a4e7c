import PreferenceTree
import Preferences

/// `[live, stale, missing]`.
extension NodeCoverage: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(3)
        writer.cbor.uint(UInt64(live))
        writer.cbor.uint(UInt64(stale))
        writer.cbor.uint(UInt64(missing))
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(3)
        self.init(live: try reader.uint32(), stale: try reader.uint32(), missing: try reader.uint32())
    }
}

/// `synced` and its revision are one member; a revision without a subscription is another, left out when it is 0.
extension NotifyFrame: WireItem {
    private enum Member: UInt8 {
        case standpoint, epoch, nodes, records, initial, synced, replaces, forgotten, age, position
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.choice(Member.standpoint, standpoint)
        writer.uint(Member.epoch, epoch)
        writer.item(Member.nodes, nodes)
        writer.list(Member.records, records)
        if let initial { writer.uint(Member.initial, initial) }
        if let synced {
            writer.member(Member.synced)
            writer.cbor.arrayHead(2)
            writer.cbor.uint(UInt64(synced))
            writer.cbor.uint(syncedRevision)
        }
        writer.flag(Member.replaces, replaces)
        writer.list(Member.forgotten, forgotten)
        if let age { writer.interval(Member.age, age) }
        if synced == nil { writer.nonzero(Member.position, syncedRevision) }
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let standpoint: Standpoint = try reader.choice(Member.standpoint)
        let epoch = try reader.uint(Member.epoch)
        self.init(standpoint: standpoint, epoch: epoch, nodes: try reader.item(Member.nodes))
        records = try reader.list(Member.records)
        initial = try reader.find(Member.initial) ? try reader.uint32() : nil
        if try reader.find(Member.synced) {
            try reader.array(2)
            synced = try reader.uint32()
            syncedRevision = try reader.uint()
        }
        replaces = try reader.flag(Member.replaces)
        forgotten = try reader.list(Member.forgotten)
        age = try reader.find(Member.age) ? try reader.interval() : nil
        let start = reader.position
        let position: UInt64 = try reader.nonzero(Member.position)
        if synced == nil {
            syncedRevision = position
        } else if position > 0 {
            throw WireFault(.meaningless, at: start)
        }
        try reader.leaveMap(outer)
    }
}
