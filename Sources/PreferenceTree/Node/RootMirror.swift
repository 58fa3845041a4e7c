import Preferences

// The root's values at a node below it: asked for once per pattern, kept, handed on (N9).
extension TreeNode {
    mutating func ask(_ pattern: Mirror.Pattern) {
        guard let id = mirror?.use(pattern) else { return }
        sendUp(
            .subscribe(
                SubscribeFrame(
                    id: id, patterns: [pattern.pattern], standpoint: .root, coverage: pattern.coverage, after: nil)))
    }

    /// A new session with the parent: every interest is stated again, from where it stood.
    mutating func resumeMirror() {
        guard let mirror else { return }
        for (pattern, interest) in mirror.interests.sorted(by: { $0.value.id < $1.value.id }) {
            self.mirror?.interests[pattern]?.collected = []
            self.mirror?.interests[pattern]?.isCurrent = false
            let after = interest.isKnown ? Position(epoch: mirror.board.epoch, revision: interest.revision) : nil
            sendUp(
                .subscribe(
                    SubscribeFrame(
                        id: interest.id, patterns: [pattern.pattern], standpoint: .root, coverage: pattern.coverage,
                        after: after)))
        }
    }

    mutating func receiveMirror(_ frame: NotifyFrame) {
        guard frame.standpoint == .root, mirror != nil else { return }
        // Of what the parent itself calls old only a snapshot is news; this node counts the time by the path.
        let isOld = frame.age != nil
        if isOld, frame.initial == nil, frame.synced == nil { return }
        if frame.epoch != mirror?.board.epoch { restartMirror(epoch: frame.epoch) }
        var changed: [Int32] = []
        var covered: [Int32] = []
        for var record in frame.records {
            if isOld { record.state = record.stateBehindStale }
            if let id = frame.initial, let pattern = mirror?.pattern(of: id) {
                mirror?.interests[pattern]?.collected.insert(record.key)
            }
            let old = mirror?.board.record(of: record.key)
            if let old, old.revision > record.revision { continue }
            guard let index = mirror?.board.put(record) else { continue }
            if old?.revision == record.revision { covered.append(index) } else { changed.append(index) }
        }
        if isOld { callMirrorStale() }
        tell(changed, covered, at: .root)
        for key in frame.forgotten { forgetMirrored(key) }
        // Keys keep their place in the queue above, so that only a stated position says that nothing is missing.
        if let id = frame.synced { mirrorSynced(id, frame) } else { mirror?.advance(to: frame.syncedRevision) }
        mirror?.heard = frame.nodes
        if !isOld, mirror?.isCurrent == true, mirror?.isStale == true || (mirror?.wasCut == true && cutOffFor == nil) {
            mirror?.isStale = false
            mirror?.wasCut = false
            tell(mirroredRecords, [], at: .root)
        }
    }

    private var mirroredRecords: [Int32] {
        mirror?.board.records.indices.filter { mirror?.board.records[$0] != nil }.map { Int32($0) } ?? []
    }

    /// Before readers are told anything: which nodes stand behind what is known.
    mutating func settleMirror() {
        if mirror?.settleNodes() == true { tell([], mirroredRecords, at: .root) }
    }

    private mutating func restartMirror(epoch: UInt64) {
        mirror?.restart(epoch: epoch)
        // What is handed on next is a snapshot that replaces what was handed on before (N6).
        for party in listeners {
            guard var subscriber = self[party, .root] else { continue }
            for position in subscriber.interests.indices where subscriber.interests[position].isReady {
                subscriber.interests[position].isReady = false
                subscriber.interests[position].frame.after = Position(epoch: 0, revision: 0)
            }
            subscriber.removeAll()
            self[party, .root] = subscriber
        }
    }

    private mutating func mirrorSynced(_ id: UInt32, _ frame: NotifyFrame) {
        guard let pattern = mirror?.pattern(of: id), let interest = mirror?.interests[pattern] else { return }
        // The first snapshot names everything there is, even where keys of an earlier interest are left.
        if frame.replaces || !interest.isKnown {
            for key in mirror?.unnamed(by: interest, for: pattern.pattern) ?? [] { forgetMirrored(key) }
        }
        mirror?.interests[pattern]?.isKnown = true
        mirror?.interests[pattern]?.isCurrent = true
        mirror?.interests[pattern]?.revision = frame.syncedRevision
        mirror?.interests[pattern]?.collected = []
        mirror?.advanceBoard(to: frame.syncedRevision)
        for party in listeners { openInterests(of: party, .root) }
    }

    private mutating func forgetMirrored(_ key: Key) {
        guard mirror?.board.index(of: key) != nil else { return }
        mirror?.board.discard(key)
        tellForgotten(key, at: .root)
    }

    /// For how long the root has not been heard; nil while it is, or not yet for longer than grace.
    var mirrorAge: Interval? {
        guard mirror?.isStale == true else { return nil }
        return cutOffFor
    }

    var cutOffFor: Interval? {
        if isRoot { return nil }
        if let since = uplink?.detachedSince { return now.since(since) }
        return cutOffAboveSince.map { now.since($0) }
    }

    /// Cut off longer than grace: root watchers get the last value once more, as stale (N9).
    mutating func judgeMirror() {
        if let away = cutOffFor, away >= settings.timing.grace { callMirrorStale() }
    }

    private mutating func callMirrorStale() {
        guard mirror?.isStale == false else { return }
        mirror?.isStale = true
        hasNewInterests = true
        tell(mirroredRecords, [], at: .root)
    }
}

extension Record {
    /// The state of a record that was shown as stale.
    fileprivate var stateBehindStale: RecordState { causes.isEmpty && !truncated ? .ok : .degraded }
}
