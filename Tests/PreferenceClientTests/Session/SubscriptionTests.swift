import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("Watching through a session")
struct SubscriptionTests {
    private let a: Key
    private let b: Key
    private let all = [KeyPattern.prefix("")]

    init() throws {
        a = try Key("a")
        b = try Key("b")
    }

    private func snapshot(
        _ id: UInt32, _ epoch: UInt64, _ records: [Record], at revision: UInt64, replaces: Bool = false
    ) -> Message {
        .notify(
            NotifyFrame(
                standpoint: .here, epoch: epoch, nodes: .one, records: records, initial: id, synced: id,
                syncedRevision: revision, replaces: replaces))
    }

    private func change(_ epoch: UInt64, _ records: [Record], age: Interval? = nil) -> Message {
        .notify(NotifyFrame(standpoint: .here, epoch: epoch, nodes: .one, records: records, age: age))
    }

    private func records(_ items: [DeliveryItem]) -> [Record] {
        items.compactMap { if case .record(let delivery) = $0 { delivery.record } else { nil } }
    }

    private func subscribed(_ node: inout ScriptedNode) -> [SubscribeFrame] {
        node.takeHeard().compactMap { if case .subscribe(let frame) = $0 { frame } else { nil } }
    }

    @Test("The snapshot comes first, marked initial, then the end mark, then changes")
    func order() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        node.say(change(1, [.test(b, .int(2), 8)]))
        let items = node.client.takeDeliveries()
        #expect(records(items) == [.test(a, .int(1), 5), .test(b, .int(2), 8)])
        #expect(items[1] == .synced(subscription: id, Position(epoch: 1, revision: 7)))
        let initial = items.compactMap { if case .record(let delivery) = $0 { delivery.initial } else { nil } }
        #expect(initial == [true, false])
    }

    @Test("What came together of a snapshot is in the order of keys, and what changed behind it")
    func sorted() throws {
        var node = ScriptedNode.attached()
        let c = try Key("c")
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(c, .int(1), 5), .test(a, .int(1), 6)], at: 7))
        node.say(change(1, [.test(b, .int(2), 8)]))
        #expect(records(node.client.takeDeliveries()).map(\.key) == [a, c, b])
    }

    @Test("A position of another epoch begins with a snapshot that is the first to who has nothing, and replaces later")
    func otherEpoch() {
        func initial(_ items: [DeliveryItem]) -> [Bool] {
            items.compactMap { if case .record(let delivery) = $0 { delivery.initial } else { nil } }
        }
        var node = ScriptedNode.attached()
        let id = node.watch(all, after: Position(epoch: 1, revision: 3))
        node.say(snapshot(id, 2, [.test(a, .int(1), 5)], at: 7, replaces: true))
        #expect(initial(node.client.takeDeliveries()) == [true])
        var other = ScriptedNode.attached()
        let resumed = other.watch(all, after: Position(epoch: 1, revision: 3))
        other.say(
            .notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: .one, synced: resumed, syncedRevision: 4)))
        other.say(change(1, [.test(a, .int(1), 5)]))
        #expect(initial(other.client.takeDeliveries()) == [false])
        other.restart()
        other.say(snapshot(resumed, 2, [.test(a, .int(2), 1)], at: 1, replaces: true))
        #expect(initial(other.client.takeDeliveries()) == [false])
    }

    @Test("Of all that was read only the newest of each key is handed on")
    func conflation() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [], at: 1))
        _ = node.client.takeDeliveries()
        for revision in UInt64(2)...500 {
            node.say(change(1, [.test(revision % 2 == 0 ? a : b, .int(Int64(revision)), revision)]))
        }
        #expect(records(node.client.takeDeliveries()) == [.test(b, .int(499), 499), .test(a, .int(500), 500)])
        #expect(node.client.takeDeliveries().isEmpty)
    }

    @Test("A change that overtakes its key in an untaken snapshot keeps its place before the end mark")
    func snapshotKeepsItsKeys() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        node.say(change(1, [.test(a, .int(2), 8)]))
        let items = node.client.takeDeliveries()
        #expect(records(Array(items.prefix(1))) == [.test(a, .int(2), 8)])
        #expect(items.count == 2)
    }

    @Test("A record whose revision is not greater is not handed on")
    func revisionRule() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        _ = node.client.takeDeliveries()
        node.say(change(1, [.test(a, .int(0), 4), .test(b, .int(9), 8)]))
        node.say(change(1, [.test(a, .int(7), 5)]))
        #expect(records(node.client.takeDeliveries()) == [.test(b, .int(9), 8)])
    }

    @Test("Equal revisions are news to a subscription that asks for coverage, when coverage or state changed")
    func coverage() {
        var node = ScriptedNode.attached()
        let id = node.watch(all, coverage: true)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        _ = node.client.takeDeliveries()
        node.say(change(1, [.test(a, .int(1), 5)]))
        #expect(node.client.takeDeliveries().isEmpty)
        node.say(change(1, [.test(a, .int(1), 5, sources: 2)]))
        node.say(.notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: NodeCoverage(live: 1, stale: 1, missing: 0))))
        let items = node.client.takeDeliveries()
        #expect(records(items).map(\.sources) == [2])
        #expect(items.last == .nodes(.here, NodeCoverage(live: 1, stale: 1, missing: 0)))
    }

    @Test("The nodes behind the values come once, after the values that came with them")
    func nodesAfterValues() {
        let some = NodeCoverage(live: 1, stale: 1, missing: 0)
        let all = NodeCoverage(live: 2, stale: 0, missing: 0)
        var node = ScriptedNode.attached()
        let id = node.watch([.prefix("")], coverage: true)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        _ = node.client.takeDeliveries()
        node.say(.notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: some, records: [.test(a, .int(2), 8)])))
        node.say(.notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: all, records: [.test(a, .int(3), 9)])))
        let items = node.client.takeDeliveries()
        #expect(records(items) == [.test(a, .int(3), 9)])
        #expect(items.count == 2 && items.last == .nodes(.here, all))
    }

    @Test("A resumed watch says where it stands, and the node's word moves that on")
    func resume() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        #expect(subscribed(&node).map(\.after) == [nil])
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        node.say(change(1, [.test(a, .int(2), 9)]))
        node.restart()
        #expect(subscribed(&node).map(\.after) == [Position(epoch: 1, revision: 7)])
        node.say(.notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: .one, synced: id, syncedRevision: 9)))
        node.say(.notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: .one, syncedRevision: 12)))
        node.restart()
        #expect(subscribed(&node).map(\.after) == [Position(epoch: 1, revision: 12)])
    }

    @Test("A snapshot that replaces hands on what differs, and what it does not name as removed")
    func replacing() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5), .test(b, .int(2), 6)], at: 7))
        _ = node.client.takeDeliveries()
        node.restart()
        node.say(snapshot(id, 2, [.test(a, .int(1), 1)], at: 3, replaces: true))
        let items = node.client.takeDeliveries()
        #expect(records(items).map(\.key) == [b])
        #expect(records(items).map(\.explicit) == [false])
        #expect(records(items).map(\.reason) == [.snapshot])
        #expect(items.last == .synced(subscription: id, Position(epoch: 2, revision: 3)))
        node.say(change(2, [.test(a, .int(3), 4)]))
        #expect(records(node.client.takeDeliveries()) == [.test(a, .int(3), 4)])
    }

    @Test("A value that was read, not handed on, and taken back while away is not handed on")
    func unseenValue() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        _ = node.client.takeDeliveries()
        node.say(change(1, [.test(a, .int(2), 8)]))
        node.restart()
        node.say(snapshot(id, 2, [.test(a, .int(1), 1)], at: 3, replaces: true))
        #expect(records(node.client.takeDeliveries()).isEmpty)
    }

    @Test("A snapshot cut off in the middle removes nothing; the next one replaces, whatever it says")
    func cutSnapshot() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        let half = NotifyFrame(standpoint: .here, epoch: 1, nodes: .one, records: [.test(a, .int(1), 5)], initial: id)
        node.say(.notify(half))
        #expect(records(node.client.takeDeliveries()).count == 1)
        node.restart()
        #expect(subscribed(&node).map(\.after) == [nil])
        node.say(snapshot(id, 2, [.test(b, .int(2), 1)], at: 3))
        #expect(
            records(node.client.takeDeliveries()).map { [$0.key.text, "\($0.explicit)"] } == [
                ["b", "true"], ["a", "false"],
            ])
    }

    @Test("A forgotten key is handed on as removed once, and not at all if it was absent")
    func forgotten() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5), .test(b, .int(0), 6, explicit: false)], at: 7))
        _ = node.client.takeDeliveries()
        node.say(.notify(NotifyFrame(standpoint: .here, epoch: 1, nodes: .one, forgotten: [a, b, a])))
        #expect(records(node.client.takeDeliveries()).map(\.key) == [a])
    }

    @Test("A node that answers for one it does not hear makes the record stale, and hearing it again is news")
    func stale() {
        var node = ScriptedNode.attached()
        let id = node.watch(all)
        node.say(snapshot(id, 1, [.test(a, .int(1), 5)], at: 7))
        _ = node.client.takeDeliveries()
        node.say(change(1, [.test(a, .int(1), 5)], age: .seconds(31)))
        let items = node.client.takeDeliveries()
        #expect(records(items).map(\.state) == [.stale])
        if case .record(let delivery)? = items.first { #expect(delivery.age == .seconds(31)) }
        node.say(change(1, [.test(a, .int(1), 5)]))
        #expect(records(node.client.takeDeliveries()).map(\.state) == [.ok])
    }

    @Test("Each goes on from where it stood itself, when a session ends before the node has read of all")
    func positions() {
        var node = ScriptedNode.attached()
        let (first, second) = (node.watch([.exact(a)]), node.watch([.exact(b)]))
        node.say(snapshot(first, 1, [], at: 5))
        node.say(snapshot(second, 1, [], at: 5))
        node.restart()
        #expect(subscribed(&node).map { $0.after?.revision } == [5, 5])
        node.say(snapshot(first, 1, [], at: 9))
        var idle = NotifyFrame(standpoint: .here, epoch: 1, nodes: .one, records: [.test(a, .int(1), 10)])
        idle.syncedRevision = 10
        node.say(.notify(idle))
        node.restart()
        #expect(subscribed(&node).map { $0.after?.revision } == [10, 5])
    }
}
