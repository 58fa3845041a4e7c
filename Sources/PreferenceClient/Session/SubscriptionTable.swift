import PreferenceTree
import Preferences

/// The standing interests of one client, how far each has been read, and what waits to be handed on.
struct SubscriptionTable: Sendable {
    private struct Snapshot: Sendable {
        let epoch: UInt64
        let replacing: Bool
        var seen: Set<Key> = []
    }

    private struct Subscription: Sendable {
        let patterns: [KeyPattern]
        let standpoint: Standpoint
        let coverage: Bool
        /// Up to where everything has been read; nil: not even one whole snapshot.
        var position: Position?
        /// Whether the present session has told everything up to the position.
        var isCurrent = false
        /// A snapshot has begun and not ended.
        var snapshot: Snapshot?
        /// Whether a snapshot has begun or a resumption has ended, so that another snapshot replaces what was told.
        var hasBegun = false
    }

    private var subscriptions: [UInt32: Subscription] = [:]
    private var tables: [Standpoint: DeliveryTable] = [:]
    private var lastID: UInt32 = 0

    var hasDeliveries: Bool { tables.values.contains { !$0.isEmpty } }

    mutating func add(_ patterns: [KeyPattern], at standpoint: Standpoint, coverage: Bool, after: Position?) -> UInt32 {
        lastID &+= 1
        subscriptions[lastID] = Subscription(
            patterns: patterns, standpoint: standpoint, coverage: coverage, position: after)
        var table = tables[standpoint] ?? DeliveryTable(standpoint: standpoint)
        table.coverage = table.coverage || coverage
        tables[standpoint] = table
        return lastID
    }

    func frame(_ id: UInt32) -> SubscribeFrame? {
        subscriptions[id].map {
            SubscribeFrame(
                id: id, patterns: $0.patterns, standpoint: $0.standpoint, coverage: $0.coverage, after: $0.position)
        }
    }

    /// A session begins: what to subscribe to again.
    func attached() -> [SubscribeFrame] { subscriptions.keys.sorted().compactMap(frame) }

    /// A snapshot that was cut off says nothing about what it did not name.
    mutating func detached() {
        for id in subscriptions.keys {
            subscriptions[id]?.snapshot = nil
            subscriptions[id]?.isCurrent = false
        }
    }

    mutating func receive(_ frame: NotifyFrame) {
        guard var table = tables[frame.standpoint] else { return }
        let isBehind = frame.records.contains { table.knows(newerThan: $0, in: frame.epoch) }
        let replacing = frame.initial.map { begin($0, frame) } ?? false
        for record in frame.records {
            table.take(record, of: frame, replacing: replacing)
            see(record.key, at: frame.standpoint)
        }
        let newest = frame.records.reduce(frame.syncedRevision) { max($0, $1.revision) }
        for key in frame.forgotten { table.remove(key, of: frame, revision: newest) }
        if let id = frame.synced { end(id, frame, &table) } else { advance(frame) }
        // A node that knows less of the root than the one before says nothing about what is known by now (N6).
        if !isBehind { table.note(frame.nodes, isCurrent: isCurrent(at: frame.standpoint)) }
        tables[frame.standpoint] = table
    }

    /// Whether the snapshot that this frame begins or goes on with replaces what the user has.
    private mutating func begin(_ id: UInt32, _ frame: NotifyFrame) -> Bool {
        guard var subscription = subscriptions[id] else { return false }
        if let snapshot = subscription.snapshot, snapshot.epoch == frame.epoch { return snapshot.replacing }
        // To who has been handed nothing yet it is the first one, whatever position was asked for.
        let replacing = subscription.hasBegun
        subscription.snapshot = Snapshot(epoch: frame.epoch, replacing: replacing)
        subscription.hasBegun = true
        subscriptions[id] = subscription
        return replacing
    }

    private mutating func see(_ key: Key, at standpoint: Standpoint) {
        for (id, subscription) in subscriptions where subscription.snapshot != nil {
            if subscription.standpoint == standpoint { subscriptions[id]?.snapshot?.seen.insert(key) }
        }
    }

    private func isCurrent(at standpoint: Standpoint) -> Bool {
        subscriptions.values.allSatisfy { $0.standpoint != standpoint || $0.isCurrent }
    }

    private mutating func end(_ id: UInt32, _ frame: NotifyFrame, _ table: inout DeliveryTable) {
        guard var subscription = subscriptions[id] else { return }
        let position = Position(epoch: frame.epoch, revision: frame.syncedRevision)
        // A whole snapshot that replaces has named all there is.
        if let snapshot = subscription.snapshot, snapshot.replacing, snapshot.epoch == frame.epoch {
            for key in table.missing(from: snapshot.seen, in: subscription.patterns) {
                table.remove(key, of: frame, revision: frame.syncedRevision)
            }
        }
        subscription.snapshot = nil
        subscription.position = position
        subscription.hasBegun = true
        subscription.isCurrent = true
        subscriptions[id] = subscription
        table.mark(id, position)
    }

    /// Changes come in the order of their keys' first change, not of their revisions, so that the newest revision
    /// read is no position to resume at: only a node that says up to where it has told everything moves it, and only
    /// for what it has read of and resumed in this session.
    private mutating func advance(_ frame: NotifyFrame) {
        guard frame.initial == nil, frame.syncedRevision > 0 else { return }
        for (id, subscription) in subscriptions where subscription.standpoint == frame.standpoint {
            guard subscription.isCurrent, let position = subscription.position, position.epoch == frame.epoch else {
                continue
            }
            if frame.syncedRevision > position.revision {
                subscriptions[id]?.position?.revision = frame.syncedRevision
            }
        }
    }

    /// Everything read since the last time, the newest of each key.
    mutating func takeDeliveries() -> [DeliveryItem] {
        var items: [DeliveryItem] = []
        for standpoint in [Standpoint.here, .root] { tables[standpoint]?.drain(into: &items) }
        return items
    }
}
