import Foundation
import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("Bulk")
struct BulkTests {
    private static let publications = 100_000
    private static let keys = 1_000
    private static let leaves = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"]
    private static let timing = Timing(heartbeat: "500ms", deadAfter: "3s", grace: "60s", settle: "10s")

    @Test("100,000 durable publications end at the root, at a watcher, and at one that slept, as Python folds them")
    func everythingArrives() async throws {
        try await TestTree.run(Self.timing, weight: 4) { tree in
            let made = try await tree.run(
                Programs.python("bulk.py")
                    + [tree.scratch.path, "20261130", "\(Self.publications)", "\(Self.keys)"] + Self.leaves)
            try #require(made.exit == 0, "\(made)")
            let expected = try Expected.read(tree.scratch.file("expected.ndjson"))
            #expect(expected.count == Self.keys)
            let (root, leaves) = try await grow(in: tree)
            let awake = try await tree.watch(root, "*", at: ".")
            let asleep = try await tree.watch(root, "*", at: ".")
            let before = try asleep.count()
            asleep.program.send(.stop)

            try await publish(at: leaves, in: tree)

            try await eventually("the root has what Python folds", within: .seconds(60)) {
                differences(expected, try await snapshot(root, expected.map(\.key))).isEmpty
            }
            try await reaches(expected, awake)
            asleep.program.send(.continue)
            try await reaches(expected, asleep)
            let told = Dictionary(grouping: try asleep.news(since: before), by: \.key).mapValues(\.count)
            #expect(told.values.max() ?? 0 <= 2, "a sleeper was told \(told.filter { $0.value > 2 })")
        }
    }

    private func grow(in tree: TestTree) async throws -> (root: TestNode, leaves: [TestNode]) {
        func address() throws -> String { "tcp://127.0.0.1:\(try freePort())" }
        let root = try tree.plan(
            NodePlan(name: "root", children: try address(), timing: Self.timing, includes: ["catalog.toml"]))
        try await root.start()
        var leaves: [TestNode] = []
        for (rank, name) in ["a", "b"].enumerated() {
            let aggregator = try tree.plan(
                NodePlan(
                    name: name, rank: rank, children: try address(), parent: root.children, timing: Self.timing))
            try await aggregator.start()
            for leaf in Self.leaves where leaf.hasPrefix(name) {
                leaves.append(
                    try tree.plan(NodePlan(name: leaf, parent: aggregator.children, timing: Self.timing)))
            }
        }
        for leaf in leaves { try await leaf.start() }
        for leaf in leaves {
            try await leaf.attached()
            try await leaf.hasCatalog()
        }
        return (root, leaves)
    }

    /// All leaves at once; returns when the root has applied everything.
    private func publish(at leaves: [TestNode], in tree: TestTree) async throws {
        var streams: [RunningProgram] = []
        let began = ContinuousClock().now
        for leaf in leaves {
            streams.append(
                try await tree.client(
                    leaf, ["publish", "-", "--format", "ndjson", "--wait", "root", "--timeout", "60s"],
                    input: .file(tree.scratch.file("\(leaf.name).ndjson"))))
        }
        for stream in streams {
            let outcome = try await stream.ended(within: .seconds(180))
            #expect(outcome.exit == 0, "\(outcome)")
        }
        print("bulk: \(Self.publications) publications at the root after \(ContinuousClock().now - began)")
    }

    private func snapshot(_ root: TestNode, _ keys: [String]) async throws -> [String: WatchRecord] {
        let outcome = try await root.prefctl(["get", "--json", "--at", "."] + keys)
        let records = try outcome.output.split(separator: "\n").compactMap { line in
            if case .record(let record) = try WatchLine(line) { record } else { nil }
        }
        return Dictionary(records.map { ($0.key, $0) }) { $1 }
    }

    private func reaches(_ expected: [Expected], _ watcher: Watcher) async throws {
        var wrong: [String] = []
        do {
            try await eventually("a watcher ends with what Python folds", within: .seconds(60)) {
                wrong = differences(expected, try watcher.newest())
                return wrong.isEmpty
            }
        } catch {
            Issue.record("\(wrong.count) differ, such as \(wrong.prefix(3)); stderr: \(watcher.program.errors)")
        }
    }

    private func differences(_ expected: [Expected], _ records: [String: WatchRecord]) -> [String] {
        expected.compactMap { expected in
            guard let record = records[expected.key] else { return "\(expected.key) is not there" }
            if expected.matches(record) { return nil }
            return "\(expected.key) is \(record), wanted \(expected)"
        }
    }
}

/// What Python folded of one key.
private struct Expected {
    let key: String
    let value: Value
    let explicit: Bool
    let cause: String

    static func read(_ file: String) throws -> [Expected] {
        try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard case .map(let map) = try JSONReader.read(String(line)) else { return nil }
            return Expected(
                key: map.text("key"), value: map["value"] ?? .null, explicit: map["explicit"] == .bool(true),
                cause: map.text("cause"))
        }
    }

    func matches(_ record: WatchRecord) -> Bool {
        record.value == value && record.explicit == explicit && record.state == (cause.isEmpty ? "ok" : "degraded")
            && record.causes == (cause.isEmpty ? [] : [cause])
    }
}
