import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct ObjectStreamTests {
    @Test("an object is a statement with what it says, and the defaults where it says nothing")
    func objects() throws {
        let defaults = StatementDefaults(
            source: try SourceName("P"), rank: 2, lifetime: .volatile, take: false)
        let lines = """
            {"key":"f","value":1}
            {"key":"t","value":"x","source":"s","rank":-1,"ttl":"3m"}
            {"key":"gone","op":"retract"}
            {"key":"anything","value":{"a":[1,null]},"op":"publish"}
            """
        let statements = StreamReading.statements(StreamReading.read(lines, as: .ndjson, defaults: defaults).items)
        #expect(
            statements == [
                StreamReading.publication("f", .int(1), source: "P", rank: 2, lifetime: .volatile),
                StreamReading.publication("t", .text("x"), source: "s", rank: -1, lifetime: .ttl(.seconds(180))),
                Statement(operation: .retract, key: "gone", source: "P", rank: 2, lifetime: .volatile),
                StreamReading.publication(
                    "anything", .map(ValueMap([("a", .list([.int(1), .null]))])), source: "P", rank: 2,
                    lifetime: .volatile),
            ])
    }

    @Test(
        "an object that is no statement is a failure",
        arguments: [
            ("[]", ErrorCode.node(.invalidRequest)), ("{", .node(.invalidRequest)),
            (#"{"value":1}"#, .node(.invalidRequest)), (#"{"key":1,"value":1}"#, .node(.invalidRequest)),
            (#"{"key":"f"}"#, .node(.invalidValue)), (#"{"key":"nobody","value":1}"#, .node(.unknownKey)),
            (#"{"key":"f","value":1,"op":"set"}"#, .node(.invalidRequest)),
            (#"{"key":"f","value":1,"op":"retract"}"#, .node(.invalidRequest)),
            (#"{"key":"f","value":1,"rank":1.5}"#, .node(.invalidRequest)),
            (#"{"key":"f","value":1,"ttl":3}"#, .node(.invalidRequest)),
            (#"{"key":"f","value":1,"ttl":"0s"}"#, .node(.invalidRequest)),
            (#"{"key":"f","value":1,"ttl":"3"}"#, .node(.invalidRequest)),
            (#"{"key":"f","value":1,"source":""}"#, .node(.invalidName)),
            (#"{"key":"f","value":1,"sorce":"s"}"#, .node(.invalidRequest)),
            (#"{"key":"a b","value":1}"#, .node(.invalidName)),
        ])
    func failures(line: String, code: ErrorCode) {
        let (items, _) = StreamReading.read(line, as: .ndjson)
        #expect(StreamReading.failures(items).map(\.fault.code) == [code])
        #expect(items.count == 1)
    }
}
