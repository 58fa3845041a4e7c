import Preferences
import Testing

@Suite("Reading CBOR item by item")
struct CBORReaderTests {
    private func sample() -> [UInt8] {
        var writer = CBORWriter(capacity: 64)
        writer.arrayHead(7)
        writer.uint(7)
        writer.int(-300)
        writer.bool(true)
        writer.null()
        writer.text("é")
        writer.bytes([1, 2])
        writer.mapHead(1)
        writer.uint(1)
        writer.float(0.5)
        return writer.bytes
    }

    @Test("each kind of item is read by its own method")
    func items() throws {
        var reader = CBORReader(sample())
        #expect(try reader.readArrayHead() == 7)
        #expect(try reader.readIfNull() == false)
        #expect(try reader.readUInt(atMost: 7) == 7)
        #expect(try reader.readInt() == -300)
        #expect(try reader.readBool())
        #expect(try reader.readIfNull())
        #expect(try reader.peek() == .text)
        #expect(try reader.readText() == "é")
        let content = try reader.readBytesRange()
        #expect(Array(reader.bytes[content]) == [1, 2])
        #expect(try reader.readMapHead() == 1)
        #expect(try reader.readUInt() == 1)
        #expect(reader.remaining == 3)
        #expect(try reader.readFloat() == 0.5)
        try reader.finish()
        #expect(reader.isAtEnd)
    }

    @Test("an item of another kind is named, and where it stands")
    func unexpected() {
        var reader = CBORReader(sample(), from: 1)
        #expect(throws: CBORFault(.unexpected(found: .unsigned, wanted: .text), at: 1)) { try reader.readText() }
        #expect(throws: CBORFault(.integerOutOfRange, at: 1)) { try reader.readUInt(atMost: 6) }
    }

    @Test("an item is passed over whole, however deep")
    func skipping() throws {
        var reader = CBORReader(sample() + [0x05])
        try reader.skipItem()
        #expect(try reader.readUInt() == 5)

        let depth = 100_000
        var deep = CBORReader([UInt8](repeating: 0x81, count: depth) + [0xF6])
        try deep.skipItem()
        #expect(deep.isAtEnd)

        var endless = CBORReader([UInt8](repeating: 0x81, count: depth))
        #expect(throws: CBORFault.self) { try endless.skipItem() }
    }

    @Test("a start beyond the end leaves nothing to read")
    func emptyReader() {
        var reader = CBORReader([1, 2], from: 9)
        #expect(throws: CBORFault(.truncated, at: 2)) { try reader.readUInt() }
    }
}
