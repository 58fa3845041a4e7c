import Preferences
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
    static let documents: [(String, Value)] = [
        ("null", .null), (" true\n", .bool(true)), ("\tfalse\r", .bool(false)),
        ("0", .int(0)), ("-0", .int(0)), ("42", .int(42)), ("-17", .int(-17)),
        ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
        ("1.0", .float(1)), ("-0.0", .float(0)), ("1e2", .float(100)), ("1E+2", .float(100)), ("25e-1", .float(2.5)),
        ("1e-999", .float(0)), ("-1e-999", .float(0)), ("0.1", .float(0.1)),
        ("123456789012345678901.0", .float(1.2345678901234568e20)),
        ("\"\"", .text("")), ("\"a b\"", .text("a b")), (#""\"\\\/\b\f\n\r\t""#, .text("\"\\/\u{8}\u{c}\n\r\t")),
        (#""\u0041\u00e9\u6c34""#, .text("Aé水")), (#""\ud83d\ude00""#, .text("😀")), (#""\u0000""#, .text("\0")),
        ("\"é😀\"", .text("é😀")), ("\"\u{7f}\"", .text("\u{7f}")),
        ("[]", .list([])), ("[ 1 , [ ] ]", .list([.int(1), .list([])])), ("{}", .map(ValueMap())),
        ("{ }", .map(ValueMap())),
        (#"{"b":1,"a":{"c":[]}}"#, .map(ValueMap([("a", .map(ValueMap([("c", .list([]))]))), ("b", .int(1))]))),
        (#"{"":null}"#, .map(ValueMap([("", .null)]))),
        (#"{"e\u0301":1,"\u00e9":2}"#, .map(ValueMap([("e\u{301}", .int(1)), ("\u{e9}", .int(2))]))),
        (#"{"$float":"inf"}"#, .float(.infinity)), (#"{"$float":"-inf"}"#, .float(-.infinity)),
        (#"{"$bytes":""}"#, .bytes([])), (#"{"$bytes":"AQI="}"#, .bytes([1, 2])),
        (#"{"$$float":"inf"}"#, .map(ValueMap([("$float", .text("inf"))]))),
        (#"{"$$$bytes":1}"#, .map(ValueMap([("$$bytes", .int(1))]))),
        (#"{"$float":"inf","x":1}"#, .map(ValueMap([("$float", .text("inf")), ("x", .int(1))]))),
        (#"{"$other":1}"#, .map(ValueMap([("$other", .int(1))]))),
    ]

    @Test("what RFC 8259 admits is read", arguments: documents)
    func document(text: String, value: Value) throws {
        #expect(try JSONReader.read(text) == value)
    }

    static let refused: [(String, Int, JSONFault.Reason)] = [
        ("", 0, .expected(.value)), ("  ", 2, .expected(.value)), ("nul", 0, .expected(.value)),
        ("NaN", 0, .expected(.value)), ("'a'", 0, .expected(.value)), ("+1", 0, .expected(.value)),
        (".5", 0, .expected(.value)), ("\u{feff}1", 0, .expected(.value)), ("// x", 0, .expected(.value)),
        ("1 2", 2, .expected(.end)), ("01", 1, .expected(.end)), ("nullx", 4, .expected(.end)),
        ("1.e5", 2, .expected(.digit)),
        ("-", 1, .expected(.digit)), ("1.", 2, .expected(.digit)), ("1e", 2, .expected(.digit)),
        ("1e+", 3, .expected(.digit)),
        ("0x10", 1, .expected(.end)), ("9223372036854775808", 0, .integerOutside64Bits),
        ("-9223372036854775809", 0, .integerOutside64Bits), ("[1e999]", 1, .numberTooLarge),
        ("[", 1, .expected(.valueOrEnd)), ("[1", 2, .expected(.commaOrBracket)), ("[1,]", 3, .expected(.value)),
        ("[,1]", 1, .expected(.valueOrEnd)), ("[1 2]", 3, .expected(.commaOrBracket)), ("]", 0, .expected(.value)),
        ("{", 1, .expected(.keyOrEnd)), ("{1:2}", 1, .expected(.keyOrEnd)), (#"{"a"}"#, 4, .expected(.colon)),
        (#"{"a":}"#, 5, .expected(.value)), (#"{"a":1,}"#, 7, .expected(.key)),
        (#"{"a":1"#, 6, .expected(.commaOrBrace)),
        (#"{"a":1,"b":2,"a":3}"#, 13, .duplicateKey("a")), (#"{"a":1,"\u0061":3}"#, 7, .duplicateKey("a")),
        ("\"abc", 4, .expected(.quote)), ("\"\\", 2, .expected(.escape)), (#""\x""#, 2, .expected(.escape)),
        (#""\u12""#, 5, .expected(.hexDigits)), (#""\u12g4""#, 5, .expected(.hexDigits)),
        (#""\u٣000""#, 3, .expected(.hexDigits)),
        (#""a\ud83d""#, 2, .loneSurrogate), (#""\ude00""#, 1, .loneSurrogate), (#""\ud83dx""#, 1, .loneSurrogate),
        (#""\ud83d\n""#, 1, .loneSurrogate), (#""\ud83d\u0041""#, 1, .loneSurrogate),
        ("\"a\nb\"", 2, .rawControl(10)), ("\"\0\"", 1, .rawControl(0)),
        (#"[{"$float":"nan"}]"#, 1, .badMark(.float)), (#"{"$float":1.5}"#, 0, .badMark(.float)),
        (#"{"$bytes":"A"}"#, 0, .badMark(.bytes)), (#"{"$bytes":"AQI"}"#, 0, .badMark(.bytes)),
        (#"{"$bytes":"AQJ="}"#, 0, .badMark(.bytes)), (#"{"$bytes":"A==="}"#, 0, .badMark(.bytes)),
        (#"{"$bytes":"AQI=AQI="}"#, 0, .badMark(.bytes)), (#"{"$bytes":[1]}"#, 0, .badMark(.bytes)),
    ]

    @Test("what it does not admit is refused, with the place and the reason", arguments: refused)
    func refusal(text: String, offset: Int, reason: JSONFault.Reason) {
        #expect {
            try JSONReader.read(text)
        } throws: {
            let fault = $0 as? JSONFault
            return fault?.reason == reason && fault?.offset == offset
        }
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]])
    func notUTF8(bytes: [UInt8]) {
        #expect { try JSONReader.read(bytes) } throws: { ($0 as? JSONFault)?.reason == .invalidUTF8 }
    }

    @Test("line and column count from one, and characters rather than bytes")
    func place() {
        #expect {
            try JSONReader.read("{\n \"é\": ?}")
        } throws: {
            let fault = $0 as? JSONFault
            return fault?.line == 2 && fault?.column == 7 && fault?.description == "line 2, column 7: expected a value"
        }
    }

    @Test("nesting is taken to the limit and refused beyond it")
    func nesting() throws {
        let limit = JSONReader.maximumDepth
        let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        #expect(try JSONReader.read(deepest).nests(deeperThan: limit - 1))
        #expect { try JSONReader.read("[" + deepest + "]") } throws: { ($0 as? JSONFault)?.reason == .tooDeep }
        #expect { try JSONReader.read(String(repeating: "{\"a\":", count: 100_000)) } throws: {
            ($0 as? JSONFault)?.reason == .tooDeep
        }
    }

    @Test("no damage to a document makes the reader trap, and what it reads it can write", arguments: 0..<40)
    func damage(seed: Int) throws {
        var random = RandomValues(seed: 9000 + UInt64(seed))
        let bytes = Array(JSONWriter.text(of: random.value(depth: 3)).utf8)
        for index in bytes.indices.prefix(300) {
            var damaged = bytes
            damaged[index] = UInt8(truncatingIfNeeded: random.next())
            for document in [damaged, Array(bytes[..<index])] {
                guard let value = try? JSONReader.read(document) else { continue }
                #expect(try JSONReader.read(JSONWriter.text(of: value)) == value)
            }
        }
    }
}
