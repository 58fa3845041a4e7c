import Preferences
import Testing

@Suite("Columns of numbers")
struct CBORColumnTests {
    @Test("a column is an RFC 8746 typed array in little endian")
    func golden() {
        var writer = CBORWriter()
        writer.uint32Column([1, 0xFFFF_FFFE])
        #expect(writer.bytes == hex("d846 48 01000000 feffffff"))
        writer.removeAll()
        writer.int64Column([-2])
        #expect(writer.bytes == hex("d84f 48 feffffffffffffff"))
        writer.removeAll()
        writer.float64Column([1.1])
        #expect(writer.bytes == hex("d856 48 9a9999999999f13f"))
    }

    @Test("columns of every length come back", arguments: [0, 1, 7, 8, 9, 15, 16, 17, 64, 1001])
    func roundTrip(length: Int) throws {
        var random = RandomValues(seed: UInt64(length))
        let ids = (0..<length).map { _ in UInt32(truncatingIfNeeded: random.next()) }
        let ints = (0..<length).map { _ in random.int() }
        let floats = (0..<length).map { _ in random.float() }
        var writer = CBORWriter(after: [0xF6])
        writer.uint32Column(ids)
        writer.int64Column(ints)
        writer.float64Column(floats)

        var reader = CBORReader(writer.bytes, from: 1)
        var readIDs: [UInt32] = [9]
        var readInts: [Int64] = [9]
        var readFloats: [Double] = [9]
        try reader.readUInt32Column(into: &readIDs)
        try reader.readInt64Column(into: &readInts)
        try reader.readFloat64Column(into: &readFloats)
        try reader.finish()
        #expect(readIDs == [9] + ids)
        #expect(readInts == [9] + ints)
        #expect(readFloats == [9] + floats)
    }

    @Test("a buffer with room is filled, not replaced")
    func reuse() throws {
        var writer = CBORWriter()
        writer.float64Column([Double](repeating: 1.5, count: 100))
        var floats: [Double] = []
        floats.reserveCapacity(100)
        let capacity = floats.capacity
        for _ in 0..<3 {
            floats.removeAll(keepingCapacity: true)
            var reader = CBORReader(writer.bytes)
            try reader.readFloat64Column(into: &floats)
        }
        #expect(floats.count == 100)
        #expect(floats.capacity == capacity)
    }

    @Test(
        "a column at fault says why",
        arguments: [
            ("d846 43 010203", CBORFault.Reason.raggedColumn(bytes: 3, element: 4)),
            ("d84f 48 0102030405060708", .wrongTag(found: 79, wanted: 70)),
            ("d846 82 0102", .unexpected(found: .array, wanted: .bytes)),
            ("d846 5a 00ffffff 00", .truncated),
            ("8101", .unexpected(found: .array, wanted: .tag)),
        ])
    func faults(digits: String, reason: CBORFault.Reason) {
        var ids: [UInt32] = []
        var reader = CBORReader(hex(digits))
        #expect { try reader.readUInt32Column(into: &ids) } throws: { ($0 as? CBORFault)?.reason == reason }
    }

    @Test("NaN and negative zero are refused wherever they stand in a column", arguments: 0..<20)
    func impureFloats(place: Int) {
        for (impure, reason) in [(-0.0, CBORFault.Reason.negativeZero), (Double.nan, .notANumber)] {
            var column = [Double](repeating: -.infinity, count: 20)
            column[place] = impure
            var writer = CBORWriter()
            writer.float64Column(column)
            var reader = CBORReader(writer.bytes)
            var floats: [Double] = []
            #expect(throws: CBORFault(reason, at: 0)) { try reader.readFloat64Column(into: &floats) }
        }
    }
}
