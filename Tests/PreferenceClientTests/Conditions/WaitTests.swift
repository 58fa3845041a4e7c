import PreferenceTestSupport
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct WaitTests {
    private static let allLive = NodeCoverage(live: 4, stale: 0, missing: 0)

    private func record(
        _ value: Value?, explicit: Bool = true, state: RecordState = .ok, sources: UInt32 = 3, stale: UInt32 = 0
    ) throws -> Record {
        Record(
            key: try Key("workers.ready"), value: value, explicit: explicit, revision: 1, state: state, causes: [],
            truncated: false, reason: .published, cause: "", time: WallTime(microseconds: 0), sources: sources,
            staleSources: stale)
    }

    private func condition(_ comparisons: (WaitCondition.Relation, String)...) -> WaitCondition {
        var condition = WaitCondition()
        condition.comparisons = comparisons.map { .init(relation: $0.0, operand: $0.1) }
        return condition
    }

    private func satisfies(_ condition: WaitCondition, _ type: ValueType?, _ record: Record) throws -> Bool {
        try WaitTest(condition, type: type).lacks(record, WaitTests.allLive).isEmpty
    }

    @Test("int and float are compared exactly, without rounding either")
    func exact() throws {
        let large: Int64 = 9_007_199_254_740_993
        #expect(NumberOrder.compare(large, 9_007_199_254_740_992) == .above)
        #expect(NumberOrder.compare(.max, 0x1p63) == .below)
        #expect(NumberOrder.compare(.min, -0x1p63) == .equal)
        #expect(NumberOrder.compare(.min, -.infinity) == .above)
        #expect(NumberOrder.compare(-1, -0.5) == .below)
        #expect(NumberOrder.compare(-1, -1.5) == .above)
        #expect(NumberOrder.compare(0, .nan) == nil)
        #expect(try satisfies(condition((.eq, "20")), .float, record(.float(20))))
        #expect(try satisfies(condition((.gt, "19.5")), .int, record(.int(20))))
        #expect(try !satisfies(condition((.eq, "9007199254740993")), .float, record(.float(9_007_199_254_740_992))))
    }

    @Test("an int and a float are ordered as their difference is, which is exact where both are small")
    func orderAgainstDifference() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let int = Int64.random(in: -1000...1000, using: &generator)
            let float = Double(Int.random(in: -8000...8000, using: &generator)) / 8
            let difference = Double(int) - float
            let expected: NumberOrder = difference < 0 ? .below : difference == 0 ? .equal : .above
            #expect(NumberOrder.compare(int, float) == expected)
        }
    }

    @Test("each relation holds where it should", arguments: WaitCondition.Relation.allCases)
    func relations(relation: WaitCondition.Relation) throws {
        let holds = try [19, 20, 21].map { try satisfies(condition((relation, "20")), .int, record(.int($0))) }
        let expected: [Bool] =
            switch relation {
            case .eq: [false, true, false]
            case .ne: [true, false, true]
            case .ge: [false, true, true]
            case .gt: [false, false, true]
            case .le: [true, true, false]
            case .lt: [true, false, false]
            }
        #expect(holds == expected)
    }

    @Test("texts are compared by their bytes, and read as they are for a text key")
    func texts() throws {
        #expect(try satisfies(condition((.eq, "20")), .text, record(.text("20"))))
        #expect(try satisfies(condition((.lt, "a")), .text, record(.text("Z"))))
        #expect(try !satisfies(condition((.eq, "\u{E9}")), .text, record(.text("e\u{301}"))))
        #expect(try satisfies(condition((.eq, "blue")), nil, record(.text("blue"))))
    }

    @Test("a value that cannot be read or compared is a usage error at once")
    func illegal() {
        for (condition, type) in [
            (condition((.ge, "many")), ValueType.int), (condition((.eq, "1")), .bool),
            (condition((.ge, "true")), .bool),
            (condition((.eq, "\"20\"")), .int), (condition((.lt, "null")), .float),
        ] {
            #expect(throws: UsageError.self) { try WaitTest(condition, type: type) }
        }
    }

    @Test(
        "a state other than ok never satisfies, not even absence", arguments: [RecordState.degraded, .syncing, .stale])
    func states(state: RecordState) throws {
        var absent = WaitCondition()
        absent.presence = false
        #expect(try satisfies(absent, .int, record(.null, explicit: false)))
        #expect(try !satisfies(absent, .int, record(.null, explicit: false, state: state)))
        #expect(try !satisfies(condition((.ge, "20")), .int, record(.int(20), state: state)))
    }

    @Test("presence, sources and completeness are each judged")
    func others() throws {
        var present = WaitCondition()
        present.presence = true
        #expect(try satisfies(present, .int, record(.int(0))))
        #expect(try !satisfies(present, .int, record(.int(0), explicit: false)))
        var sources = WaitCondition()
        sources.sources = 3
        #expect(try satisfies(sources, .int, record(.int(0), sources: 4, stale: 1)))
        #expect(try !satisfies(sources, .int, record(.int(0), sources: 4, stale: 2)))
        #expect(try !satisfies(sources, .int, record(.int(0), sources: 1, stale: 2)))
        var complete = WaitCondition()
        complete.complete = true
        let test = try WaitTest(complete, type: .int)
        let value = try record(.int(0))
        #expect(test.lacks(value, WaitTests.allLive).isEmpty)
        #expect(!test.lacks(value, NodeCoverage(live: 0, stale: 0, missing: 0)).isEmpty)
        #expect(!test.lacks(value, NodeCoverage(live: 3, stale: 1, missing: 0)).isEmpty)
        #expect(!test.lacks(value, NodeCoverage(live: 3, stale: 0, missing: 1)).isEmpty)
        #expect(!test.lacks(try record(.int(0), stale: 1), WaitTests.allLive).isEmpty)
    }

    @Test("--for needs an uninterrupted span, which a lapse or a lost session begins anew")
    func span() throws {
        func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
        let test = try WaitTest(condition((.ge, "20")), type: .int)
        var progress = WaitProgress(key: try Key("workers.ready"), test: test, span: .seconds(30))
        #expect(progress.doneAt == nil)
        progress.observe(try record(.int(20)), nodes: WaitTests.allLive, at: at(10))
        progress.observe(try record(.int(25)), nodes: WaitTests.allLive, at: at(30))
        #expect(progress.doneAt == at(40))
        #expect(!progress.isDone(at: at(39)))
        progress.observe(try record(.int(19)), nodes: WaitTests.allLive, at: at(39))
        #expect(progress.doneAt == nil)
        progress.observe(try record(.int(20)), nodes: WaitTests.allLive, at: at(50))
        progress.interrupt()
        #expect(!progress.isDone(at: at(80)))
        progress.observe(try record(.int(20)), nodes: WaitTests.allLive, at: at(60))
        #expect(progress.isDone(at: at(90)))
    }

    @Test("without --for an instant is enough")
    func instant() throws {
        let test = try WaitTest(condition((.ge, "20")), type: .int)
        var progress = WaitProgress(key: try Key("workers.ready"), test: test)
        progress.observe(try record(.int(20)), nodes: WaitTests.allLive, at: Instant(nanoseconds: 5))
        #expect(progress.isDone(at: Instant(nanoseconds: 5)))
    }

    @Test("what was missing is told with the nodes that keep it so")
    func message() throws {
        let test = try WaitTest(condition((.ge, "20")), type: .int)
        var progress = WaitProgress(key: try Key("workers.ready"), test: test)
        progress.observe(try record(.int(18)), nodes: WaitTests.allLive, at: Instant(nanoseconds: 5))
        var trouble = NodeTrouble()
        trouble.stale = ["/dc1/rack7"]
        trouble.neverSeen = ["/dc2/rack3"]
        #expect(
            progress.message(at: Instant(nanoseconds: 6), trouble: trouble)
                == "workers.ready is 18, wanted >= 20; stale: /dc1/rack7; never seen: /dc2/rack3")
        #expect(progress.fault(at: Instant(nanoseconds: 6)).code.exitCode() == .negative)
    }
}
