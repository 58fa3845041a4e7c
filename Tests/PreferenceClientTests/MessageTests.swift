import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

/// What people are told when something is wrong, all in one file to be read by a person.
@Suite struct MessageTests {
    private static let commandLines = [
        "", "nonsense", "publsh k 1", "pin k 1", "get", "get pool.*", "get k --strct", "get k --json=1",
        "--strict get k",
        "--context x get k", "get k --at rack3", "get k --at /a:s", "get k --at /a//b", "get k --timeout 5",
        "get k --timeout -1s", "get k --color red", "get k --connect /run/x.sock", "get k --connect host:7400",
        "get a*b", "publish", "publish k", "publish k a b", "publish k -x", "publish - --replace", "publish k 1 --held",
        "publish - --format promethus", "publish k 1 --ttl 0s", "publish k 1 --ttl 3m --volatile",
        "publish k 1 --rank 1.5", "publish k 1 --source", "publish k 1 --at /", "hold k", "hold k - -- true",
        "hold k 1 --anyway", "hold k 1 --", "retract pool.*", "retract k --all --source s", "watch k --after 1042",
        "watch k --at /dc1", "watch k --every", "wait k", "wait k --present --absent", "status k", "forget rack3",
        "forget /", "reload new.toml", "ping --count 0", "publish k -- -w --source w", "wait n.* --eq 1",
        "publish h.* 1",
        "get k --at foo", "get k --at //", "get k --stict", "tree --wach", "get k --contxt x", "help nonsense",
    ]

    private static let streams: [(StreamFormat, String)] = [
        (.lines, "undeclared 1"), (.lines, "f"), (.lines, "f hot"), (.lines, "b True"), (.lines, "a*b 1"),
        (.lines, "n 9223372036854775808"), (.lines, #"anything {"a":1,"a":2}"#), (.lines, "f 1e400"),
        (.lines, #"anything {"$float":1}"#),
        (.ndjson, "{"), (.ndjson, "[]"), (.ndjson, #"{"value":1}"#), (.ndjson, #"{"key":"f"}"#),
        (.ndjson, #"{"key":"f","value":1,"op":"set"}"#), (.ndjson, #"{"key":"f","value":1,"op":"retract"}"#),
        (.ndjson, #"{"key":"f","value":1,"ttl":"3"}"#), (.ndjson, #"{"key":"f","value":1,"sorce":"s"}"#),
        (.ndjson, #"{"key":"f","value":1,"rank":1.5}"#),
        (.prometheus, "m{a=1} 1"), (.prometheus, "m x"), (.prometheus, "n 3.5"), (.prometheus, "t 1"),
        (.prometheus, "m"),
    ]

    private static let conditions: [(WaitCondition.Relation, String, ValueType)] = [
        (.ge, "many", .int), (.ge, "true", .bool), (.eq, "\"20\"", .int),
    ]

    @Test("messages say what, where, and the remedy")
    func golden() throws {
        var text = ""
        for line in MessageTests.commandLines {
            let error = try #require(CommandLineReading.error(line), "\(line)")
            text += "prefctl \(line)\n    \(error) [\(error.fault.code.text), \(error.exitCode.rawValue)]\n"
        }
        for (format, line) in MessageTests.streams {
            let failure = try #require(
                StreamReading.failures(StreamReading.read(line, as: format).items).first, "\(line)")
            text += "\(format.rawValue): \(line)\n    \(failure) [\(failure.fault.code.text)]\n"
        }
        for (relation, operand, type) in MessageTests.conditions {
            var condition = WaitCondition()
            condition.comparisons = [.init(relation: relation, operand: operand)]
            let error = #expect(throws: UsageError.self) { try WaitTest(condition, type: type) }
            text += "--\(relation.rawValue) \(operand) on \(type.rawValue)\n    \(error?.description ?? "")\n"
        }
        text += try MessageTests.waits()
        try GoldenFile.expect(text, equals: "messages.txt")
    }

    @Test("the table of error codes is what the manual prints")
    func codes() throws {
        var text = "| code | exit | meaning |\n|---|---|---|\n"
        for code in ErrorCode.allCases {
            let (reading, writing) = (code.exitCode().rawValue, code.exitCode(writing: true).rawValue)
            let exit = reading == writing ? "\(reading)" : "\(reading), of verbs that write \(writing)"
            text += "| `\(code.text)` | \(exit) | \(code.meaning) |\n"
        }
        try GoldenFile.expect(text, equals: "errors.md")
    }

    /// What `wait` says of records that do not satisfy.
    private static func waits() throws -> String {
        var condition = WaitCondition()
        condition.comparisons = [.init(relation: .ge, operand: "20"), .init(relation: .ne, operand: "18")]
        condition.presence = true
        condition.sources = 4
        condition.complete = true
        let key = try Key("workers.ready")
        let test = try WaitTest(condition, type: .int)
        var trouble = NodeTrouble()
        trouble.stale = ["/dc1/rack7"]
        trouble.missing = ["/dc1/rack8"]
        trouble.neverSeen = ["/dc2/rack3", "/dc2/rack4"]
        let now = Instant(nanoseconds: 12_345_000_000)
        var text = ""
        var progress = WaitProgress(key: key, test: test, span: .seconds(30))
        text += "wait, nothing seen\n    \(progress.message(at: now))\n"
        let worst = try RecordTests.record(
            key.text, value: .int(18), explicit: false, state: .degraded, causes: ["min_nodes 17<18"], sources: 3,
            stale: 1)
        progress.observe(worst, nodes: NodeCoverage(live: 4, stale: 1, missing: 3), at: now)
        text += "wait, all lacking\n    \(progress.message(at: now, trouble: trouble))\n"
        let good = try RecordTests.record(key.text, value: .int(20))
        progress.observe(good, nodes: NodeCoverage(live: 4, stale: 0, missing: 0), at: .distantPast)
        text += "wait, not long enough\n    \(progress.message(at: now))\n"
        progress.observe(good, nodes: NodeCoverage(live: 0, stale: 0, missing: 0), at: now)
        text += "wait, no node\n    \(progress.message(at: now))\n"
        return text
    }
}
