import PreferenceTree
import Preferences

/// What has been read and handed on at one standpoint: the newest record of each key, conflated until it is taken.
///
/// Invariant: of one key in one epoch nothing is handed on whose revision is not greater than the last, unless what
/// changed is the staleness, or the coverage where that was asked for (N6, N9, R17). Memory is bounded by the keys.
struct DeliveryTable: Sendable {
    private struct Known: Sendable {
        var epoch: UInt64
        /// The newest read.
        var record: Record
        /// What the user has; nil: nothing yet.
        var handed: Record?
        /// Where it waits to be taken.
        var slot: Int?
    }

    private struct Waiting: Sendable {
        var item: DeliveryItem
        /// Only news if it differs from what the user has: it comes from another epoch or a replacing snapshot.
        var onlyIfDifferent: Bool
    }

    let standpoint: Standpoint
    /// Whether changes of coverage and state are news.
    var coverage = false
    private var keys: [Key: Known] = [:]
    private var waiting: [Waiting?] = []
    private var vacant = 0
    private var nodes: NodeCoverage?
    /// Their change waits to be taken.
    private var hasOtherNodes = false

    init(standpoint: Standpoint) { self.standpoint = standpoint }

    var isEmpty: Bool { waiting.count == vacant && !hasOtherNodes }

    /// Takes a record in.
    ///
    /// `replacing`: it belongs to a snapshot that replaces what the user has.
    mutating func take(_ record: Record, of frame: NotifyFrame, replacing: Bool) {
        var record = record
        if frame.age != nil { record.state = .stale }
        let known = keys[record.key]
        let sameEpoch = known?.epoch == frame.epoch
        if let known, sameEpoch, !isNews(record, after: known.record) { return }
        let delivery = Delivery(
            record: record, standpoint: standpoint, epoch: frame.epoch, nodes: frame.nodes,
            initial: frame.initial != nil && !replacing, age: frame.age)
        place(delivery, known: known, onlyIfDifferent: replacing || (known != nil && !sameEpoch))
    }

    /// Whether something newer than this record has been read.
    func knows(newerThan record: Record, in epoch: UInt64) -> Bool {
        keys[record.key].map { $0.epoch == epoch && $0.record.revision > record.revision } ?? false
    }

    private func isNews(_ record: Record, after last: Record) -> Bool {
        if record.revision != last.revision { return record.revision > last.revision }
        if (record.state == .stale) != (last.state == .stale) { return true }
        return coverage && !record.isSame(as: last, coverage: true)
    }

    /// A key that waits in a snapshot keeps its place and its mark, so that the end mark still means "all of it";
    /// any other goes behind what came before it, so that revisions are handed on in the order they were read.
    private mutating func place(_ delivery: Delivery, known: Known?, onlyIfDifferent: Bool) {
        var delivery = delivery
        var known = known ?? Known(epoch: delivery.epoch, record: delivery.record)
        known.epoch = delivery.epoch
        known.record = delivery.record
        if let slot = known.slot, case .record(let old)? = waiting[slot]?.item, old.initial {
            delivery.initial = true
            waiting[slot] = Waiting(item: .record(delivery), onlyIfDifferent: false)
        } else {
            if let slot = known.slot { vacate(slot) }
            known.slot = waiting.count
            waiting.append(Waiting(item: .record(delivery), onlyIfDifferent: onlyIfDifferent))
        }
        keys[delivery.record.key] = known
        if vacant > 64, vacant > waiting.count / 2 { compact() }
    }

    /// Takes in that a key no longer exists, so that no record names it.
    mutating func remove(_ key: Key, of frame: NotifyFrame, revision: UInt64) {
        guard let known = keys[key] else { return }
        if let slot = known.slot { vacate(slot) }
        keys[key]?.slot = nil
        guard let handed = known.handed, handed.explicit else {
            keys[key] = nil
            return
        }
        let record = known.record.gone(revision: revision)
        let delivery = Delivery(
            record: record, standpoint: standpoint, epoch: frame.epoch, nodes: frame.nodes, initial: false,
            age: frame.age)
        keys[key] = Known(epoch: frame.epoch, record: record, handed: handed, slot: waiting.count)
        waiting.append(Waiting(item: .record(delivery), onlyIfDifferent: false))
    }

    /// The keys known here that a snapshot did not name.
    func missing(from seen: Set<Key>, in patterns: [KeyPattern]) -> [Key] {
        keys.keys.filter { key in !seen.contains(key) && patterns.contains { $0.matches(key) } }.sorted()
    }

    mutating func mark(_ subscription: UInt32, _ position: Position) {
        waiting.append(Waiting(item: .synced(subscription: subscription, position), onlyIfDifferent: false))
    }

    /// Notes the nodes behind the values: their change is an item of its own, for a record without another change does
    /// not pass, and it comes last, for it is about all that came before it.
    ///
    /// `isCurrent`: everything asked for has been told in this session. Before, what is known of a key may lack what
    /// nodes contribute that came to be live meanwhile.
    mutating func note(_ now: NodeCoverage, isCurrent: Bool) {
        if let nodes, !isCurrent, !now.lacks(moreThan: nodes) { return }
        if coverage, let nodes, nodes != now { hasOtherNodes = true }
        nodes = now
    }

    /// Hands everything on that has been read, the newest of each key; of a snapshot what came together in the order
    /// of keys.
    mutating func drain(into items: inout [DeliveryItem]) {
        var snapshot: [Delivery] = []
        for waiting in waiting {
            guard let waiting else { continue }
            if case .record(let delivery) = waiting.item {
                if !hand(delivery, waiting.onlyIfDifferent) { continue }
                if delivery.initial {
                    snapshot.append(delivery)
                    continue
                }
            }
            DeliveryTable.append(&snapshot, to: &items)
            items.append(waiting.item)
        }
        DeliveryTable.append(&snapshot, to: &items)
        if hasOtherNodes, let nodes { items.append(.nodes(standpoint, nodes)) }
        hasOtherNodes = false
        waiting.removeAll(keepingCapacity: true)
        vacant = 0
    }

    private static func append(_ snapshot: inout [Delivery], to items: inout [DeliveryItem]) {
        if snapshot.isEmpty { return }
        snapshot.sort { $0.record.key < $1.record.key }
        items += snapshot.map { .record($0) }
        snapshot = []
    }

    private mutating func hand(_ delivery: Delivery, _ onlyIfDifferent: Bool) -> Bool {
        let key = delivery.record.key
        guard var known = keys[key] else { return true }
        let handed = known.handed
        known.slot = nil
        known.handed = delivery.record
        keys[key] = known
        guard onlyIfDifferent, let handed else { return true }
        return !delivery.record.isSame(as: handed, coverage: coverage)
    }

    private mutating func vacate(_ slot: Int) {
        waiting[slot] = nil
        vacant += 1
    }

    /// Closes the gaps that conflation left.
    private mutating func compact() {
        waiting.removeAll { $0 == nil }
        vacant = 0
        for (slot, waiting) in waiting.enumerated() {
            if case .record(let delivery)? = waiting?.item { keys[delivery.record.key]?.slot = slot }
        }
    }
}
