package import PreferenceTree
package import Preferences

/// A subscription as its client sees it: the newest record of every key, and the laws of the stream.
package struct Watch {
    package private(set) var frame: SubscribeFrame
    /// What was handed on last, by key.
    package private(set) var records: [Key: Record] = [:]
    private var epochs: [Key: UInt64] = [:]
    private(set) var isSynced = false
    private var position: Position?
    /// While a snapshot comes in: whether it replaces, and what it named.
    private var snapshot: (replaces: Bool, seen: Set<Key>)?
    private var hasBegun = false
    /// It goes on at another node, which may know less of the root than the one before; the client hands nothing older
    /// on (N6).
    private var hasMoved = false
    /// Everything that the user was told and that was not the first snapshot.
    package private(set) var changes: [Record] = []
    package private(set) var initials: [Record] = []
    package private(set) var syncs = 0
    private(set) var age: Interval?
    private(set) var nodes = NodeCoverage(live: 0, stale: 0, missing: 0)

    init(id: UInt32, patterns: [KeyPattern], standpoint: Standpoint, coverage: Bool) {
        frame = SubscribeFrame(
            id: id, patterns: patterns, standpoint: standpoint, coverage: coverage, after: nil)
    }

    mutating func attached() {
        frame.after = position
        isSynced = false
        snapshot = nil
    }

    mutating func detached() {
        isSynced = false
        snapshot = nil
    }

    /// A new process of the same client knows what the old one had, and goes on from there.
    mutating func processEnded() { detached() }

    mutating func moved() { hasMoved = frame.standpoint == .root }

    mutating func forgetChanges() {
        changes.removeAll()
        initials.removeAll()
    }

    mutating func receive(_ notify: NotifyFrame, in world: World, place: (String) -> String) {
        nodes = notify.nodes
        age = notify.age
        if let initial = notify.initial, initial == frame.id, snapshot == nil {
            snapshot = (notify.replaces || hasBegun, [])
            hasBegun = true
        }
        for record in notify.records where frame.patterns.contains(where: { $0.matches(record.key) }) {
            take(record, notify, world, place)
        }
        for key in notify.forgotten { remove(key, notify, world) }
        checkSteady(notify, world, place)
        if let synced = notify.synced {
            if synced == frame.id { end(notify, world) }
        } else if isSynced, notify.initial == nil, notify.syncedRevision > 0, let known = position,
            known.epoch == notify.epoch
        {
            position?.revision = max(known.revision, notify.syncedRevision)
        }
    }

    private mutating func end(_ notify: NotifyFrame, _ world: World) {
        // A snapshot of nothing has an end mark only.
        if snapshot?.replaces == true || notify.replaces {
            let seen = snapshot?.seen ?? []
            for key in records.keys.sorted() where !seen.contains(key) { remove(key, notify, world) }
        }
        snapshot = nil
        hasBegun = true
        position = Position(epoch: notify.epoch, revision: notify.syncedRevision)
        isSynced = true
        syncs += 1
    }

    private mutating func take(_ record: Record, _ notify: NotifyFrame, _ world: World, _ place: (String) -> String) {
        snapshot?.seen.insert(record.key)
        check(record, world, place)
        let isInitial = notify.initial != nil
        if let last = records[record.key], epochs[record.key] == notify.epoch {
            if record.revision < last.revision, !isInitial, !hasMoved {
                world.violated(place("was told \(Brief.record(record)) after \(Brief.record(last))"))
            }
            if record.revision == last.revision, !record.reads(like: last), notify.age == nil {
                world.violated(
                    place("was told two things of one revision: \(Brief.record(record)), \(Brief.record(last))"))
            }
            if record.revision == last.revision, frame.coverage, record != last {
                records[record.key] = record
                if !isInitial { changes.append(record) }
            }
            if record.revision <= last.revision { return }
        }
        let last = records[record.key]
        records[record.key] = record
        epochs[record.key] = notify.epoch
        if let last, isInitial, record.reads(like: last) { return }
        if last == nil, isInitial {
            initials.append(record)
        } else {
            world.notifications += 1
            changes.append(record)
        }
    }

    private mutating func remove(_ key: Key, _ notify: NotifyFrame, _ world: World) {
        guard let last = records.removeValue(forKey: key), last.explicit else { return }
        var gone = last
        gone.value = .null
        gone.explicit = false
        gone.reason = .snapshot
        world.notifications += 1
        changes.append(gone)
    }

    /// Where all nodes are said to stand behind what has been told, they do.
    private func checkSteady(_ notify: NotifyFrame, _ world: World, _ place: (String) -> String) {
        guard world.steady.areAll(notify.nodes), notify.age == nil, !hasMoved else { return }
        let told = isSynced ? records.values.sorted { $0.key < $1.key } : notify.records
        for record in told where record.state == .ok || record.state == .degraded {
            world.counters.add(.wholeValues)
            if let absentee = world.steady.absentee(from: record) {
                world.violated(place("was told of all nodes behind \(Brief.record(record)): it lacks \(absentee)"))
            }
        }
    }

    /// What a reader sees is some legitimate state: every part of it was published, and none counts twice.
    private func check(_ record: Record, _ world: World, _ place: (String) -> String) {
        guard let value = record.value, let fault = world.living.fault(in: value, of: record) else { return }
        world.violated(place("was told \(Brief.record(record)): \(fault)"))
    }
}

extension Record {
    /// Its state says how the node stands, and nothing of the value.
    private var isPassing: Bool { state == .syncing || state == .stale }

    /// Whether a reader who asked for no coverage sees the same.
    func reads(like other: Record) -> Bool {
        value == other.value && explicit == other.explicit
            && (isPassing || other.isPassing || (state == .degraded) == (other.state == .degraded))
    }
}
