import PreferenceTestSupport
import Preferences
import Testing

/// Rows of `fold.txt` whose trees have one skeleton, so that one tree of processes serves them all.
struct FoldGroup: Sendable, CustomStringConvertible {
    struct Row: Sendable {
        let vector: FoldVector
        let tree: VectorNode
        let prefix: String
    }

    var rows: [Row] = []
    var description: String { rows.map { "\($0.vector.name) (line \($0.vector.line))" }.joined(separator: "; ") }

    static func read() throws -> [FoldGroup] {
        var groups: [String: FoldGroup] = [:]
        var order: [String] = []
        for vector in try FoldVector.read(try vectorFile("fold.txt")) where !vector.isCoreOnly {
            // Two of the random shapes: the simulated trees show many more.
            for (number, tree) in vector.variants(seed: UInt64(vector.line), count: 2).enumerated() {
                let skeleton = tree.skeleton
                if groups[skeleton] == nil { order.append(skeleton) }
                groups[skeleton, default: FoldGroup()].rows.append(
                    Row(vector: vector, tree: tree, prefix: "r\(vector.line).\(number)."))
            }
        }
        return order.compactMap { groups[$0] }
    }
}

@Suite("The vectors of the fold on real processes")
struct FoldProcessTests {
    static let groups: [FoldGroup] = {
        do { return try FoldGroup.read() } catch {
            Issue.record("fold.txt, \(error)")
            return []
        }
    }()

    @Test("every row but those for the core alone is run")
    func counts() throws {
        let all = try FoldVector.read(try vectorFile("fold.txt"))
        let lines = Set(Self.groups.flatMap { $0.rows.map(\.vector.line) })
        print("fold.txt: \(all.count) core, \(lines.count) process, \(all.count - lines.count) core-only")
        #expect(lines.count == all.count - 1)
    }

    @Test("rows with one shape of tree", arguments: groups)
    func rows(_ group: FoldGroup) async throws {
        try await TestTree.run { tree in
            let keys = group.rows.flatMap { row in row.vector.definitions.map { $0.toml(prefix: row.prefix) } }
            let shape = try #require(group.rows.first).tree
            let trial = try await VectorTreeProcesses(shape, keys: keys.joined(), in: tree)
            let watcher = try await trial.watch(trial.root, ["r*"])
            var lines: [String: String] = [:]
            for row in group.rows {
                for (_, node, source) in row.tree.places() {
                    for (key, value) in source.values {
                        lines[node, default: ""] += statement(
                            row.prefix + key, value, source: source.name, rank: source.rank)
                    }
                }
            }
            try await trial.publish(lines)
            try await trial.settle([watcher])
            for row in group.rows { try await check(row, trial, watcher) }
        }
    }

    private func check(_ row: FoldGroup.Row, _ trial: VectorTreeProcesses, _ watcher: Watcher) async throws {
        for expectation in row.vector.expectations {
            let place: Comment = "\(row.vector.name), fold.txt line \(row.vector.line)"
            let key = row.prefix + expectation.key
            let node = try trial.node(at: expectation.place, of: row.tree)
            let record = try await node.record(key, at: ".")
            check(record, expectation, place)
            if expectation.place.isEmpty {
                let news = try watcher.records().filter { $0.key == key }
                if let told = news.last { check(told, expectation, place) }
                if expectation.isExplicit { #expect(!news.isEmpty, place) }
                if let number = expectation.notifications { #expect(news.count { !$0.initial } == number, place) }
            }
            if let unread = expectation.unread { try await leaveUnread(unread, key, row, trial, watcher) }
            if let reduces = expectation.reduces {
                let explained = try await node.prefctl("explain", key, "--at", ".", "--json")
                let body = try members(try JSONReader.read(explained.output))
                #expect(body.int("reduces") == Int64(reduces), place)
            }
        }
    }

    private func check(_ record: WatchRecord, _ expectation: VectorExpectation, _ place: Comment) {
        #expect(record.explicit == expectation.isExplicit, place)
        if let cause = expectation.cause {
            #expect(record.value == .null, place)
            #expect(record.state == "degraded", place)
            #expect(record.causes == [cause], place)
        } else {
            #expect(record.value == (expectation.value ?? .null), place)
            #expect(record.state == "ok", place)
        }
    }

    /// Another value of a source that the fold never reads is told to nobody.
    private func leaveUnread(
        _ unread: [Int], _ key: String, _ row: FoldGroup.Row, _ trial: VectorTreeProcesses, _ watcher: Watcher
    ) async throws {
        let (node, source) = try #require(row.tree.source(at: unread))
        let value = try #require(source.values.first?.value)
        let other: Value = if case .bool(let truth) = value { .bool(!truth) } else { .text("other") }
        let before = try watcher.records().count { $0.key == key }
        for value in [other, value] {
            try await trial.publish([node.name: statement(key, value, source: source.name, rank: source.rank)])
        }
        try await trial.settle([watcher])
        #expect(try watcher.records().count { $0.key == key } == before)
    }
}
