import PreferenceTestSupport
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

/// A node whose values only grow: the number of a key's change is its value.
///
/// It loses sessions, restarts under a new epoch, resumes or replaces, sends changes in the order of keys, conflated,
/// and repeats itself.
private struct GrowingNode {
    var node = ScriptedNode.attached()
    let subscription: UInt32
    var random: SplitMix64
    var epoch: UInt64 = 1
    var revision: UInt64 = 0
    var values: [Key: (value: Int64, revision: UInt64)] = [:]
    var dirty: [Key] = []
    let keys: [Key]

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        keys = try (0..<6).map { try Key("k\($0)") }
        subscription = node.watch([.prefix("k")])
        snapshot(replaces: false, after: nil)
    }

    private func record(_ key: Key) -> Record? {
        values[key].map { .test(key, .int($0.value), $0.revision) }
    }

    mutating func snapshot(replaces: Bool, after: UInt64?) {
        dirty = []
        let records = keys.compactMap(record).filter { after == nil || $0.revision > after ?? 0 }
        let initial = after == nil ? subscription : nil
        for part in records {
            node.say(
                .notify(
                    NotifyFrame(
                        standpoint: .here, epoch: epoch, nodes: .one, records: [part], initial: initial,
                        replaces: replaces)))
        }
        node.say(
            .notify(
                NotifyFrame(
                    standpoint: .here, epoch: epoch, nodes: .one, initial: initial, synced: subscription,
                    syncedRevision: revision, replaces: replaces)))
    }

    mutating func change() {
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        revision += 1
        values[key] = ((values[key]?.value ?? 0) + 1, revision)
        if !dirty.contains(key) { dirty.append(key) }
    }

    mutating func send() {
        guard !dirty.isEmpty, let record = record(dirty.removeFirst()) else { return }
        let frame = NotifyFrame(standpoint: .here, epoch: epoch, nodes: .one, records: [record])
        node.say(.notify(frame))
        if Bool.random(using: &random) { node.say(.notify(frame)) }
    }

    mutating func loseSession(restarting: Bool) {
        if restarting {
            epoch += 1
            revision = 0
            for key in keys where values[key] != nil {
                revision += 1
                values[key]?.revision = revision
            }
        }
        node.restart()
        var after: Position?
        for case .subscribe(let frame) in node.takeHeard() { after = frame.after }
        let resumes = after?.epoch == epoch
        snapshot(replaces: !resumes, after: resumes ? after?.revision : nil)
    }
}

@Suite("An older value is never handed on as new")
struct NeverOlderTests {
    @Test("Whatever is lost, repeated, conflated and restarted", arguments: UInt64(1)...40)
    func property(seed: UInt64) throws {
        var growing = try GrowingNode(seed: seed)
        var seen: [Key: Int64] = [:]
        func take(_ items: [DeliveryItem]) throws {
            for case .record(let delivery) in items {
                guard case .int(let value)? = delivery.record.value else { continue }
                let key = delivery.record.key
                try #require(value > seen[key] ?? 0, "seed \(seed): \(key) went from \(seen[key] ?? 0) to \(value)")
                seen[key] = value
            }
        }
        for _ in 0..<400 {
            switch Int.random(in: 0..<20, using: &growing.random) {
            case 0: growing.loseSession(restarting: true)
            case 1: growing.loseSession(restarting: false)
            case 2..<8: growing.change()
            case 8..<14: growing.send()
            default: try take(growing.node.client.takeDeliveries())
            }
        }
        while !growing.dirty.isEmpty { growing.send() }
        try take(growing.node.client.takeDeliveries())
        for key in growing.keys { #expect(seen[key] == growing.values[key]?.value) }
    }
}
