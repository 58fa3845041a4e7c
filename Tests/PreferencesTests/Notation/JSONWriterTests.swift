import Preferences
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("a value comes back from its text", arguments: 0..<300)
    func roundTrip(seed: Int) throws {
        var random = RandomValues(seed: 7000 + UInt64(seed))
        let value = random.value()
        let text = JSONWriter.text(of: value)
        #expect(try JSONReader.read(text) == value)
        #expect(!text.contains("\n"))
    }

    static let texts: [(Value, String)] = [
        (.float(71.5), "71.5"), (.float(3), "3.0"), (.int(3), "3"), (.float(0.1), "0.1"), (.float(1e300), "1e+300"),
        (.float(.infinity), #"{"$float":"inf"}"#), (.float(-.infinity), #"{"$float":"-inf"}"#),
        (.bytes([]), #"{"$bytes":""}"#), (.bytes([0xFF]), #"{"$bytes":"/w=="}"#),
        (.bytes(Array("foobar".utf8)), #"{"$bytes":"Zm9vYmFy"}"#),
        (.bytes(Array("fooba".utf8)), #"{"$bytes":"Zm9vYmE="}"#),
        (.text("\"\\\n\u{1}\u{1f}é/"), #""\"\\\n\u0001\u001fé/""#),
        (.map(ValueMap([("bb", .int(1)), ("c", .int(2)), ("a", .null)])), #"{"a":null,"c":2,"bb":1}"#),
        (.list([.list([]), .map(ValueMap()), .bool(false)]), "[[],{},false]"),
        (.map(ValueMap([("$float", .text("inf"))])), #"{"$$float":"inf"}"#),
        (.map(ValueMap([("$$bytes", .null)])), #"{"$$$bytes":null}"#),
        (.map(ValueMap([("$float", .null), ("$bytes", .null)])), #"{"$bytes":null,"$float":null}"#),
    ]

    @Test("each value has its one text", arguments: texts)
    func text(value: Value, text: String) throws {
        #expect(JSONWriter.text(of: value) == text)
        #expect(try JSONReader.read(text) == value)
    }

    @Test("a map that looks like a mark stays a map, behind any number of dollars", arguments: 1...5)
    func marks(dollars: Int) throws {
        for name in ["float", "bytes"] {
            for content in [Value.text("inf"), .text("AQI="), .int(1)] {
                let map = Value.map(ValueMap([(String(repeating: "$", count: dollars) + name, content)]))
                #expect(try JSONReader.read(JSONWriter.text(of: map)) == map)
            }
        }
    }

    @Test("an object that is built keeps the order in which it is built")
    func building() {
        var writer = JSONWriter()
        writer.object { record in
            record.member("key", "pool.max_temp")
            record.member("value", Value.float(71.5))
            record.member("explicit", true)
            record.member("epoch", 5_137_224_017_771)
            record.member("causes") { $0.array { _ in } }
            record.member("coverage") { coverage in
                coverage.object { $0.member("sources", UInt32(12)) }
            }
            record.member("list") { list in
                list.array { list in
                    list.null()
                    list.object { $0.member("a", 1) }
                    list.object { $0.member("b", 2) }
                }
            }
        }
        writer.newline()
        writer.beginArray()
        writer.string("next")
        writer.endArray()
        #expect(
            writer.text == """
                {"key":"pool.max_temp","value":71.5,"explicit":true,"epoch":5137224017771,"causes":[],\
                "coverage":{"sources":12},"list":[null,{"a":1},{"b":2}]}
                ["next"]
                """)
        writer.removeAll()
        writer.integer(UInt64.max)
        #expect(writer.text == "18446744073709551615")
    }

    @Test("an operand is read by its key's type")
    func operands() throws {
        #expect(try ValueText.read("71.5", type: .text) == .text("71.5"))
        #expect(try ValueText.read("\"71.5\"", type: .text, forcesJSON: true) == .text("71.5"))
        #expect(try ValueText.read("71.5", type: .float) == .float(71.5))
        #expect(try ValueText.read("\"x\"", type: .any) == .text("x"))
        #expect(try ValueText.read("[1]", type: nil) == .list([.int(1)]))
        #expect(throws: JSONFault.self) { try ValueText.read("x", type: .any) }
        #expect(ValueText.raw(.text("a\nb")) == "a\nb")
        #expect(ValueText.raw(.list([.text("a\nb")])) == #"["a\nb"]"#)
    }
}
