import PreferenceTree
import Preferences
import Testing

@Suite("A node that hands the root's values on")
struct MirrorTests {
    private let client = LinkID(number: 9)

    private func attached() throws -> ScriptedNode {
        let keys = [try Key("a"), try Key("b")]
        let catalog = Catalog(keys.map { Definition(pattern: .exact($0), type: .int, policy: .sum) })
        var recovered = Recovered()
        recovered.catalog = CatalogFrame(hash: catalog.contentHash, definitions: catalog.value)
        let settings = NodeSettings(tree: "test", name: try NodeName("leaf"), hasParent: true, acceptsChildren: false)
        var node = ScriptedNode(settings, recovered: recovered)
        node.pass(.milliseconds(10))
        try node.welcome(path: [PathStep(name: try NodeName("root"), incarnation: 1)], catalogHash: catalog.contentHash)
        node.from(client, .hello(ScriptedNode.reader))
        node.flush()
        node.accept()
        node.flush()
        return node
    }

    private func watch(_ id: UInt32, _ key: String, coverage: Bool = false) throws -> Message {
        .subscribe(
            SubscribeFrame(id: id, patterns: [try KeyPattern(key)], standpoint: .root, coverage: coverage, after: nil))
    }

    private func record(_ key: String, _ revision: UInt64) throws -> Record {
        Record(
            key: try Key(key), value: .int(1), explicit: true, revision: revision, state: .ok, causes: [],
            truncated: false, reason: .published, cause: "", time: WallTime(microseconds: 5), sources: 1,
            staleSources: 0)
    }

    private func snapshot(_ id: UInt32, _ key: String, _ revision: UInt64) throws -> Message {
        .notify(
            NotifyFrame(
                standpoint: .root, epoch: 70, nodes: NodeCoverage(live: 2, stale: 0, missing: 0),
                records: [try record(key, revision)], initial: id, synced: id, syncedRevision: revision))
    }

    private func change(_ records: [Record] = [], forgotten: [Key] = []) -> Message {
        .notify(
            NotifyFrame(
                standpoint: .root, epoch: 70, nodes: NodeCoverage(live: 2, stale: 0, missing: 0), records: records,
                forgotten: forgotten))
    }

    private func notices(_ node: ScriptedNode) -> [NotifyFrame] {
        node.sentDown.compactMap { link, message in
            if link == client, case .notify(let frame) = message { frame } else { nil }
        }
    }

    @Test("the position after a snapshot is not before what it told, though another interest has no values yet")
    func notBefore() throws {
        var node = try attached()
        node.from(client, try watch(1, "a"))
        node.from(client, try watch(2, "b"))
        node.flush()
        let asked = node.sentUp.compactMap { if case .subscribe(let frame) = $0 { frame } else { nil } }
        try #require(asked.count == 2)
        node.fromParent(try snapshot(asked[0].id, "a", 4))
        node.flush()
        let first = try #require(notices(node).first { $0.synced == 1 })
        #expect(first.records.map(\.revision) == [4])
        #expect(first.syncedRevision == 4)
        #expect(!notices(node).contains { $0.synced == 2 })
        node.fromParent(try snapshot(asked[1].id, "b", 6))
        node.flush()
        #expect(notices(node).first { $0.synced == 2 }?.syncedRevision == 6)
    }

    @Test(
        "of a key that is forgotten and comes back in one turn, or is changed before, a frame says what holds at its end",
        arguments: [[0], [5], [0, 5], [5, 0], [5, 0, 6], [0, 5, 0]] as [[UInt64]])
    func forgottenAndBack(steps: [UInt64]) throws {
        let key = try Key("a")
        var node = try attached()
        node.from(client, try watch(1, "a"))
        node.flush()
        let asked = node.sentUp.compactMap { if case .subscribe(let frame) = $0 { frame } else { nil } }
        node.fromParent(try snapshot(try #require(asked.first).id, "a", 4))
        node.flush()
        node.clear()
        for step in steps {
            node.fromParent(step == 0 ? change(forgotten: [key]) : change([try record("a", step)]))
        }
        node.flush()
        let told = notices(node)
        let last = try #require(steps.last)
        #expect(Set(told.flatMap(\.records).map(\.revision)) == (last == 0 ? [] : [last]))
        #expect(told.flatMap(\.forgotten) == (last == 0 ? [key] : []))
    }

    /// The parent has forgotten the session; the node greets again and is welcomed.
    private func reattach(_ node: inout ScriptedNode) throws -> [SubscribeFrame] {
        node.clear()
        node.fromParent(.sayHello)
        node.flush()
        node.pass(.seconds(1))
        return try welcomed(&node)
    }

    /// The node's last HELLO is answered; which interests it states then.
    private func welcomed(_ node: inout ScriptedNode) throws -> [SubscribeFrame] {
        let hash = try #require(
            node.sentUp.lazy.compactMap { if case .hello(let hello) = $0 { hello.catalogHash } else { nil } }.last)
        try node.welcome(path: [PathStep(name: try NodeName("root"), incarnation: 1)], catalogHash: hash)
        node.flush()
        return node.sentUp.compactMap { if case .subscribe(let frame) = $0 { frame } else { nil } }
    }

    @Test(
        "each interest goes on from where it stood itself, when a session ends in the middle of it",
        arguments: [true, false])
    func resumesWhereItStood(byMark: Bool) throws {
        var node = try attached()
        node.from(client, try watch(1, "a"))
        node.from(client, try watch(2, "b"))
        node.flush()
        let asked = node.sentUp.compactMap { if case .subscribe(let frame) = $0 { frame } else { nil } }
        node.fromParent(try snapshot(asked[0].id, "a", 4))
        node.fromParent(try snapshot(asked[1].id, "b", 4))
        node.flush()
        #expect(try reattach(&node).map { $0.after?.revision } == [4, 4])
        // The first interest is told all up to 9, and the parent, who has not read of the second one yet, says so.
        let all = NodeCoverage(live: 2, stale: 0, missing: 0)
        var frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: all)
        frame.synced = asked[0].id
        frame.syncedRevision = 9
        node.fromParent(.notify(frame))
        if !byMark {
            frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: all, records: [try record("a", 10)])
            frame.syncedRevision = 10
            node.fromParent(.notify(frame))
        }
        node.flush()
        let again = try reattach(&node)
        #expect(again.first { $0.id == asked[0].id }?.after?.revision == (byMark ? 9 : 10))
        #expect(again.first { $0.id == asked[1].id }?.after?.revision == 4)
        // Nor is the reader told a position that not all of its keys have reached.
        #expect(notices(node).allSatisfy { $0.syncedRevision <= 4 || $0.synced == 1 })
    }

    private static let all = NodeCoverage(live: 3, stale: 0, missing: 0)
    private static let some = NodeCoverage(live: 2, stale: 0, missing: 1)

    /// A node whose client watches two keys with their coverage, told of a tree with a missing node.
    private func covered() throws -> (node: ScriptedNode, interests: [UInt32]) {
        var node = try attached()
        node.from(client, try watch(1, "a", coverage: true))
        node.from(client, try watch(2, "b", coverage: true))
        node.flush()
        let asked = node.sentUp.compactMap { if case .subscribe(let frame) = $0 { frame.id } else { nil } }
        for (id, key) in zip(asked, ["a", "b"]) {
            var frame = NotifyFrame(
                standpoint: .root, epoch: 70, nodes: MirrorTests.some, records: [try record(key, 4)])
            frame.initial = id
            frame.synced = id
            frame.syncedRevision = 4
            node.fromParent(.notify(frame))
        }
        node.flush()
        node.clear()
        return (node, asked)
    }

    /// What the client was told of the keys, each with the nodes behind it.
    private func told(_ node: ScriptedNode) -> [String] {
        notices(node).flatMap { frame in
            frame.records.map { "\($0.key)@\($0.revision) \(frame.nodes.missing) missing" }
        }
    }

    @Test("nodes that came back stand behind every value, whichever of them came last")
    func coverageOfAll() throws {
        var (node, _) = try covered()
        var frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: MirrorTests.some, records: [try record("a", 5)])
        node.fromParent(.notify(frame))
        node.flush()
        #expect(told(node) == ["a@5 1 missing"])
        node.clear()
        frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: MirrorTests.all, records: [try record("b", 6)])
        frame.syncedRevision = 6
        node.fromParent(.notify(frame))
        node.flush()
        #expect(told(node).sorted() == ["a@5 0 missing", "b@6 0 missing"])
    }

    @Test("after a lost session nodes are back only when every interest has been told what they contribute")
    func coverageAfterResumption() throws {
        var (node, _) = try covered()
        let again = try reattach(&node)
        node.clear()
        var frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: MirrorTests.all)
        frame.synced = again[0].id
        frame.syncedRevision = 6
        node.fromParent(.notify(frame))
        node.flush()
        #expect(!told(node).contains("b@4 0 missing"), "\(told(node))")
        frame.records = [try record("b", 6)]
        frame.synced = again[1].id
        node.fromParent(.notify(frame))
        node.flush()
        #expect(Set(told(node).suffix(2)) == ["a@4 0 missing", "b@6 0 missing"], "\(told(node))")
    }

    @Test("nodes that came back are told though the interest that was behind is dropped")
    func coverageAfterLeaving() throws {
        var (node, _) = try covered()
        node.from(client, try watch(3, "c", coverage: true))
        node.flush()
        node.clear()
        var frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: MirrorTests.all, records: [try record("b", 6)])
        frame.syncedRevision = 6
        node.fromParent(.notify(frame))
        node.flush()
        #expect(told(node) == ["b@6 1 missing"])
        node.from(client, .unsubscribe(3))
        node.flush()
        #expect(Set(told(node).suffix(2)) == ["a@4 0 missing", "b@6 0 missing"], "\(told(node))")
    }

    @Test("after a long cut no value is called new before its own interest has been resumed")
    func resumedOneByOne() throws {
        var (node, _) = try covered()
        node.fromParent(.sayHello)
        node.flush()
        for _ in 0..<50 {
            node.from(client, .ping)
            node.pass(.milliseconds(900))
        }
        #expect(notices(node).last?.age != nil)
        let again = try welcomed(&node)
        node.clear()
        var frame = NotifyFrame(standpoint: .root, epoch: 70, nodes: MirrorTests.all, records: [try record("a", 5)])
        frame.synced = again[0].id
        frame.syncedRevision = 6
        node.fromParent(.notify(frame))
        node.flush()
        #expect(!notices(node).contains { $0.records.contains { $0.key.text == "b" } })
        frame.records = [try record("b", 6)]
        frame.synced = again[1].id
        node.fromParent(.notify(frame))
        node.flush()
        let last = notices(node).flatMap(\.records).last { $0.key.text == "b" }
        #expect(last?.revision == 6 && last?.state == .ok)
    }
}
