import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct RecordTests {
    private static let nodes = NodeCoverage(live: 4, stale: 0, missing: 0)
    private static let place = RecordPlace(at: "/", epoch: 5_137_224_017_771, nodes: nodes)

    static func record(
        _ key: String = "pool.max_temp", value: Value? = .float(71.5), explicit: Bool = true,
        state: RecordState = .ok, causes: [String] = [], sources: UInt32 = 12, stale: UInt32 = 0
    ) throws -> Record {
        Record(
            key: try Key(key), value: value, explicit: explicit, revision: 1042, state: state, causes: causes,
            truncated: false, reason: .published, cause: "c", time: WallTime(microseconds: 1_796_040_000_123_456),
            sources: sources, staleSources: stale)
    }

    @Test("a record's members stand in the contract's order")
    func json() throws {
        let expected =
            #"{"key":"pool.max_temp","value":71.5,"explicit":true,"initial":false,"#
            + #""epoch":5137224017771,"revision":1042,"at":"/","state":"ok","causes":[],"reason":"published","#
            + #""cause":"c","time":"2026-11-30T12:00:00.123456Z","coverage":{"sources":12,"stale_sources":0,"#
            + #""nodes":{"live":4,"stale":0,"missing":0,"expected":4}}}"#
        #expect(RecordJSON.text(try RecordTests.record(), RecordTests.place) == expected)
    }

    @Test("age and truncated come behind, where they apply")
    func additions() throws {
        var record = try RecordTests.record(value: nil, state: .stale, causes: ["overflow"])
        record.truncated = true
        var place = RecordTests.place
        place.age = .milliseconds(1500)
        place.initial = true
        let text = RecordJSON.text(record, place)
        #expect(text.hasPrefix(#"{"key":"pool.max_temp","value":null,"explicit":true,"initial":true,"#))
        #expect(text.contains(#""state":"stale","causes":["overflow"]"#))
        #expect(text.hasSuffix(#""expected":4}},"age":1.5,"truncated":true}"#))
    }

    @Test("infinities and bytes are marked")
    func marks() throws {
        let infinite = RecordJSON.text(try RecordTests.record(value: .float(.infinity)), RecordTests.place)
        #expect(infinite.contains(#""value":{"$float":"inf"}"#))
        let bytes = RecordJSON.text(try RecordTests.record(value: .bytes([1, 2])), RecordTests.place)
        #expect(bytes.contains(#""value":{"$bytes":"AQI="}"#))
    }

    @Test("a snapshot's end is an object of its own")
    func markers() {
        #expect(
            RecordJSON.synced(Position(epoch: 5, revision: 7)) == #"{"synced":true,"epoch":5,"revision":7}"#)
    }

    @Test("a single value is raw, several are KEY<TAB>VALUE in JSON")
    func text() throws {
        let text = try RecordTests.record("ui.title", value: .text("a \"b\"\n"))
        #expect(RecordText.value(text) == "a \"b\"\n")
        #expect(RecordText.line(text) == "ui.title\t\"a \\\"b\\\"\\n\"")
        #expect(RecordText.value(try RecordTests.record()) == "71.5")
        #expect(RecordText.line(try RecordTests.record(value: nil)) == "pool.max_temp\tnull")
    }

    @Test("a doubt is told where the state is not ok or something is stale, and only there")
    func notes() throws {
        #expect(RecordText.note(try RecordTests.record(), RecordTests.place) == nil)
        let degraded = try RecordTests.record(state: .degraded, causes: ["min_nodes 17<18"])
        #expect(
            RecordText.note(degraded, RecordTests.place) == "pool.max_temp is degraded: min_nodes 17<18")
        let stale = try RecordTests.record(stale: 1)
        #expect(RecordText.note(stale, RecordTests.place) == "pool.max_temp: 1 of 12 sources stale")
        var place = RecordTests.place
        place.nodes = NodeCoverage(live: 3, stale: 1, missing: 0)
        #expect(RecordText.note(try RecordTests.record(), place) == "pool.max_temp: 1 of 4 nodes stale")
        place.age = .seconds(90)
        #expect(
            RecordText.note(try RecordTests.record(state: .stale), place)
                == "pool.max_temp is stale for 1m30s, 1 of 4 nodes stale")
    }

    @Test("a watch's lines keep their columns, and show no control character")
    func watchLines() throws {
        var lines = WatchLines(.off)
        #expect(
            lines.line(try RecordTests.record(), RecordTests.place) == "12:00:00.123  pool.max_temp  71.5  published")
        let short = try RecordTests.record("k", value: .text("\u{9B}1"), explicit: false, state: .syncing)
        #expect(
            lines.line(short, RecordTests.place)
                == "12:00:00.123  k              \"\u{FFFD}1\"  published (default)  [syncing]")
        var painted = WatchLines(Paint(isOn: true))
        #expect(painted.line(short, RecordTests.place).contains("\u{1B}[33m[syncing]\u{1B}[0m"))
    }

    @Test("an answer's records are read, with what cannot be lowered told from null")
    func answer() throws {
        let body = try SampleAnswers.body(
            """
            {"at":"/dc1","epoch":7,"nodes":{"live":2,"stale":1,"missing":0,"expected":3},"age":1500000000,"records":[
            {"key":"a","value":null,"explicit":true,"revision":3,"state":"degraded","causes":["overflow"],
            "reason":"state","cause":"","time":1,"sources":2,"stale_sources":1},
            {"key":"b","value":null,"explicit":false,"revision":4,"state":"ok"}],
            "unknown":[{"key":"c","hint":"did you mean a?"}]}
            """)
        let answer = try GetAnswer(body)
        #expect(
            answer.place
                == RecordPlace(
                    at: "/dc1", epoch: 7, nodes: .init(live: 2, stale: 1, missing: 0), age: .milliseconds(1500)))
        #expect(answer.records.map(\.value) == [nil, .null])
        #expect(answer.records.map(\.state) == [.degraded, .ok])
        #expect(answer.records.map(\.reason) == [.state, .snapshot])
        #expect(answer.records[0].staleSources == 1)
        #expect(answer.unknown.map(\.fault.code) == [.node(.unknownKey)])
        #expect(answer.unknown[0].fault.description == "no definition covers c; did you mean a?")
    }

    @Test(
        "an answer of another shape is a fault",
        arguments: [
            "[]", "{}", #"{"at":"/","epoch":"x","records":[]}"#, #"{"at":"/","records":{}}"#,
            #"{"at":"/","records":[{"key":"a b","state":"ok"}]}"#,
            #"{"at":"/","records":[{"key":"a","state":"well"}]}"#,
            #"{"at":"/","records":[{"key":"a","state":"ok","explicit":1}]}"#,
        ])
    func malformed(json: String) throws {
        let body = try SampleAnswers.body(json)
        #expect(throws: ClientFault.self) { try GetAnswer(body) }
    }

    @Test("every state and reason has a word of its own, and is found by it")
    func words() {
        for state in RecordState.allCases { #expect(RecordState(text: state.text) == state) }
        for reason in Reason.allCases { #expect(Reason(text: reason.text) == reason) }
    }
}
