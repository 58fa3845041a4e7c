import Preferences
import Testing

/// RFC 8949, appendix A.
@Suite("The examples of RFC 8949")
struct CBORGoldenTests {
    static let values: [(String, Value)] = [
        ("00", .int(0)), ("01", .int(1)), ("0a", .int(10)), ("17", .int(23)), ("1818", .int(24)), ("1819", .int(25)),
        ("1864", .int(100)), ("1903e8", .int(1000)), ("1a000f4240", .int(1_000_000)),
        ("1b000000e8d4a51000", .int(1_000_000_000_000)), ("20", .int(-1)), ("29", .int(-10)), ("3863", .int(-100)),
        ("3903e7", .int(-1000)), ("1b7fffffffffffffff", .int(.max)), ("3b7fffffffffffffff", .int(.min)),
        ("f90000", .float(0)), ("f93c00", .float(1)), ("fb3ff199999999999a", .float(1.1)), ("f93e00", .float(1.5)),
        ("f97bff", .float(65504)), ("fa47c35000", .float(100_000)), ("fa7f7fffff", .float(3.4028234663852886e+38)),
        ("fb7e37e43c8800759c", .float(1.0e+300)), ("f90001", .float(5.960464477539063e-8)),
        ("f90400", .float(0.00006103515625)), ("f9c400", .float(-4)), ("fbc010666666666666", .float(-4.1)),
        ("f97c00", .float(.infinity)), ("f9fc00", .float(-.infinity)),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])),
        ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6161", .text("a")), ("6449455446", .text("IETF")),
        ("62225c", .text("\"\\")), ("62c3bc", .text("\u{fc}")), ("63e6b0b4", .text("\u{6c34}")),
        ("64f0908591", .text("\u{10151}")), ("80", .list([])), ("83010203", .list([.int(1), .int(2), .int(3)])),
        (
            "8301820203820405",
            .list([.int(1), .list([.int(2), .int(3)]), .list([.int(4), .int(5)])])
        ),
        ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", .list((1...25).map { .int($0) })),
        ("a0", .map(ValueMap())),
        ("a26161016162820203", .map(ValueMap([("a", .int(1)), ("b", .list([.int(2), .int(3)]))]))),
        ("826161a161626163", .list([.text("a"), .map(ValueMap([("b", .text("c"))]))])),
        (
            "a56161614161626142616361436164614461656145",
            .map(ValueMap(["a", "b", "c", "d", "e"].map { ($0, .text($0.uppercased())) }))
        ),
    ]

    @Test("every example that is a value is written and read", arguments: values)
    func example(digits: String, value: Value) throws {
        #expect(value.canonicalBytes == hex(digits))
        #expect(value.canonicalSize == hex(digits).count)
        #expect(try Value(canonicalBytes: hex(digits)) == value)
    }

    static let refused: [(String, CBORFault.Reason)] = [
        ("", .truncated), ("18", .truncated), ("62c3", .truncated), ("9b7fffffffffffffff", .truncated),
        ("bbffffffffffffffff", .truncated), ("5b7fffffffffffffff00", .truncated), ("f93c", .truncated),
        ("0000", .trailing), ("1817", .notShortest), ("190018", .notShortest), ("1a0000ffff", .notShortest),
        ("1b00000000ffffffff", .notShortest), ("7801 61", .notShortest), ("fa3f800000", .notShortest),
        ("fb3ff0000000000000", .notShortest), ("fa7f800000", .notShortest), ("fb7ff0000000000000", .notShortest),
        ("1c", .reserved), ("5d", .reserved), ("fc", .reserved), ("f8ff", .reserved), ("f818", .reserved),
        ("5f42010243030405ff", .indefiniteLength), ("7f657374726561646d696e67ff", .indefiniteLength),
        ("9fff", .indefiniteLength), ("bf6346756ef5ff", .indefiniteLength), ("ff", .indefiniteLength),
        ("1bffffffffffffffff", .integerOutOfRange), ("3bffffffffffffffff", .integerOutOfRange),
        ("c11a514b67b0", .notAValue(found: .tag)), ("f7", .notAValue(found: .simple)),
        ("f0", .notAValue(found: .simple)), ("a201020304", .notAValue(found: .unsigned)),
        ("f97e00", .notANumber), ("fa7fc00000", .notANumber), ("fb7ff8000000000000", .notANumber),
        ("f98000", .negativeZero), ("fb8000000000000000", .negativeZero),
        ("a2616201616100", .unsortedKey), ("a262616100616200", .unsortedKey), ("a2616100616101", .duplicateKey),
        ("61ff", .invalidUTF8), ("62c080", .invalidUTF8), ("63eda080", .invalidUTF8), ("64f4908080", .invalidUTF8),
    ]

    @Test("what is not a canonical value is refused for its reason", arguments: refused)
    func refusal(digits: String, reason: CBORFault.Reason) {
        #expect { try Value(canonicalBytes: hex(digits)) } throws: { ($0 as? CBORFault)?.reason == reason }
    }

    @Test("nesting is taken to the limit and refused beyond it")
    func nesting() throws {
        let deepest = [UInt8](repeating: 0x81, count: Value.maximumDepth) + [0x00]
        #expect(try Value(canonicalBytes: deepest).nests(deeperThan: Value.maximumDepth - 1))
        #expect(try !Value(canonicalBytes: deepest).nests(deeperThan: Value.maximumDepth))
        #expect { try Value(canonicalBytes: [0x81] + deepest) } throws: { ($0 as? CBORFault)?.reason == .tooDeep }
    }

    @Test("the writer's numbers reach beyond a value's")
    func wideNumbers() throws {
        var writer = CBORWriter(after: [0xEE])
        writer.uint(.max)
        writer.negative(.max)
        writer.float(-0.0)
        writer.float(.nan)
        writer.tag(70)
        #expect(writer.bytes == hex("ee 1bffffffffffffffff 3bffffffffffffffff f98000 f97e00 d846"))
        var reader = CBORReader(writer.bytes, from: 1)
        #expect(try reader.readUInt() == .max)
        #expect(try reader.readNegative() == .max)
    }
}
