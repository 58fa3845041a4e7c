import PreferenceTree
import Preferences

/// `[name, id]`.
extension EntryReference: WireItem {
    func write(to writer: inout BodyWriter) {
        writer.cbor.arrayHead(2)
        writer.cbor.text(name.text)
        writer.cbor.uint(id)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        try reader.array(2)
        self.init(name: try reader.nodeName(), id: try reader.uint())
    }
}

extension RosterEntry: WireItem {
    private enum Member: UInt8 {
        case name, id, parent, counted, presence
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.text(Member.name, name.text)
        writer.uint(Member.id, id)
        if let parent { writer.text(Member.parent, parent.text) }
        writer.flag(Member.counted, counted)
        writer.choice(Member.presence, presence)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let name = try reader.nodeName(Member.name)
        let id = try reader.uint(Member.id)
        let parent = try reader.find(Member.parent) ? try reader.nodeName() : nil
        let counted = try reader.flag(Member.counted)
        let presence: Presence = try reader.choice(Member.presence)
        try reader.leaveMap(outer)
        self.init(name: name, id: id, parent: parent, counted: counted, presence: presence)
    }
}

extension RosterFrame: WireItem {
    private enum Member: UInt8 {
        case entries, removed, complete
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.list(Member.entries, entries)
        writer.list(Member.removed, removed)
        writer.flag(Member.complete, complete)
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let entries: [RosterEntry] = try reader.list(Member.entries)
        let removed: [EntryReference] = try reader.list(Member.removed)
        let complete = try reader.flag(Member.complete)
        try reader.leaveMap(outer)
        self.init(entries: entries, removed: removed, complete: complete)
    }
}

extension Verdict: WireItem {
    private enum Member: UInt8 {
        case entry, owner
    }

    func write(to writer: inout BodyWriter) {
        let outer = writer.enterMap()
        writer.item(Member.entry, entry)
        if let owner { writer.text(Member.owner, owner) }
        writer.leaveMap(outer)
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let outer = try reader.enterMap()
        let entry: EntryReference = try reader.item(Member.entry)
        let owner = try reader.find(Member.owner) ? try reader.text() : nil
        try reader.leaveMap(outer)
        self.init(entry: entry, owner: owner)
    }
}
