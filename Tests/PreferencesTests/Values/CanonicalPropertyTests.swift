import Testing

@testable import Preferences

@Suite("Canonical encodings of random values")
struct CanonicalPropertyTests {
    @Test("a value comes back from its encoding, whose size is known beforehand", arguments: 0..<300)
    func roundTrip(seed: Int) throws {
        var random = RandomValues(seed: UInt64(seed))
        let value = random.value()
        let bytes = value.canonicalBytes
        #expect(try Value(canonicalBytes: bytes) == value)
        #expect(value.canonicalSize == bytes.count)
        var reader = CBORReader(bytes)
        try reader.skipItem()
        #expect(reader.isAtEnd)
    }

    @Test("no beginning of an encoding is a value", arguments: 0..<60)
    func truncation(seed: Int) {
        var random = RandomValues(seed: 1000 + UInt64(seed))
        let bytes = random.value().canonicalBytes
        for length in bytes.indices {
            #expect(throws: CBORFault.self) { try Value(canonicalBytes: Array(bytes[..<length])) }
            var reader = CBORReader(Array(bytes[..<length]))
            #expect(throws: CBORFault.self) { try reader.skipItem() }
        }
    }

    @Test("a damaged encoding is refused or is the encoding of what was read", arguments: 0..<60)
    func damage(seed: Int) {
        var random = RandomValues(seed: 2000 + UInt64(seed))
        let bytes = random.value(depth: 3).canonicalBytes
        for index in bytes.indices.prefix(200) {
            for flip in 1...UInt8.max {
                var damaged = bytes
                damaged[index] ^= flip
                if let value = try? Value(canonicalBytes: damaged), value.canonicalBytes != damaged {
                    Issue.record("byte \(index) flipped by \(flip): \(damaged) reads as \(value)")
                }
            }
        }
    }

    @Test("the structural order is the order of the encodings", arguments: 0..<40)
    func order(seed: Int) {
        var random = RandomValues(seed: 3000 + UInt64(seed))
        let values = (0..<30).map { _ in random.value(depth: 2) }
        let encodings = values.map(\.canonicalBytes)
        for (left, leftBytes) in zip(values, encodings) {
            for (right, rightBytes) in zip(values, encodings) {
                let isBefore = Value.canonicalOrder(left, right) == .before
                #expect(isBefore == leftBytes.lexicographicallyPrecedes(rightBytes))
                #expect((left == right) == (leftBytes == rightBytes))
            }
        }
    }

    @Test("of a map's repeated keys the last one stays, however many there are", arguments: 0..<40)
    func repeatedKeys(seed: Int) {
        var random = RandomValues(seed: 4000 + UInt64(seed))
        let pairs = (0..<40).map { _ in (random.text(), Value.int(random.int())) }
        var oneByOne = ValueMap()
        for (key, value) in pairs { oneByOne[key] = value }
        #expect(ValueMap(pairs) == oneByOne)
    }
}
