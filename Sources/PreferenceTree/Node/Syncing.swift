import Preferences

/// After a start or a long sleep: who is waited for before anything new is sent up or told (L3, L6).
struct Syncing: Sendable {
    var since: Instant
    /// Direct children that were live or stale and have not completed.
    var children: Set<NodeName>
    /// Clients that held something and have not stated it again.
    var holders: Set<UInt64>
}

extension TreeNode {
    /// Takes over what the disk kept: definitions, contributions, the roster, the root's last values.
    mutating func restore(_ recovered: Recovered, catalog given: Catalog?) {
        if let given {
            catalog.adopt(given)
        } else if let frame = recovered.catalog, let known = try? Catalog(value: frame.definitions) {
            catalog.adopt(known)
        }
        declareKeys()
        for row in recovered.contributions { restore(row, sameBoot: recovered.sameBoot) }
        for row in recovered.roster where row.id == Expectations.noID {
            persistedRoster[row.name] = row
            expectations.dismissed.insert(row.name)
        }
        let nodes = recovered.roster.filter { $0.id != Expectations.noID }
        for row in nodes where row.name == row.branch { restore(direct: row) }
        for row in nodes { restore(row) }
        for row in recovered.published where isRoot {
            guard catalog.resolve(row.record.key)?.key == row.record.key, ensureKey(row.record.key) != nil else {
                continue
            }
            var record = row.record
            record.revision = 0
            board.put(record)
        }
        let waitedFor = children.compactMap { $0 }.filter { $0.isStale }.map { $0.name }
        let holders = Set(recovered.contributions.compactMap { $0.holder })
        syncing = Syncing(since: now, children: Set(waitedFor), holders: holders)
        touchRoster(settings.name)
        for name in settings.expected { touchRoster(name) }
        for name in claims.byName.keys { touchRoster(name) }
    }

    private mutating func restore(_ row: RosterRow) {
        guard let index = childIndices[row.branch] else { return }
        claims.restore(row.name, id: row.id, branch: row.branch, isGranted: row.counted)
        persistedRoster[row.name] = row
        children[Int(index)]?.current?.roster[row.name] = RosterEntry(
            name: row.name, id: row.id, parent: row.name == row.branch ? nil : row.parent, counted: row.counted,
            presence: row.presence)
    }

    private mutating func restore(direct row: RosterRow) {
        var child = ChildNode(name: row.name, rank: row.rank)
        child.instance = row.instance
        child.height = row.height
        child.lastSeen = row.lastSeen
        child.current = Generation()
        child.isEnrolled = true
        if row.presence == .live || row.presence == .stale {
            child.standing = .stale(since: now)
            child.unattachedSince = now
            child.nextLoss = now
        } else {
            child.standing = .missing(since: now)
        }
        _ = addChild(child)
    }

    private mutating func restore(_ row: ContributionRow, sameBoot: Bool) {
        guard let key = ensureKey(row.key) else { return }
        var deadline = row.deadline
        if row.lifetime == .ttl, !sameBoot { deadline = row.lease.map { now + $0 } }
        var entry = SourceEntry(
            key: key, name: row.source, value: row.value, rank: row.rank, lifetime: row.lifetime, lease: row.lease,
            deadline: deadline, holder: row.holder, since: row.since, by: row.by, stream: 0, slot: -1)
        entry.isUnstated = row.lifetime == .held
        addSource(entry)
    }

    /// Ends the wait when everybody is back, or when patience has run out (L3).
    mutating func finishSyncingIfReady() {
        guard var waiting = syncing else { return }
        let settle = settings.timing.settle
        let patience = settle * (Int64(height) + 1)
        waiting.children = waiting.children.filter { name in
            guard let index = childIndices[name], let child = children[Int(index)] else { return false }
            if child.standing == .live, child.staged == nil { return false }
            if case .pending = child.standing { return false }
            // The time without a session counts, not the time since the start: an attached child may drop out
            // and come back.
            return now.since(waiting.since) < patience && (child.isAttached || child.unattached(at: now) < settle)
        }
        waiting.holders = waiting.holders.filter { holder in
            now.since(waiting.since) < settle && hasUnstated(holder)
        }
        guard waiting.children.isEmpty, waiting.holders.isEmpty else {
            syncing = waiting
            return
        }
        syncing = nil
        troubles.settle(.sleep)
        endUnstated()
        for position in keys.states.indices where keys.index(of: keys.states[position].key) == KeyIndex(position) {
            keys.markDirty(KeyIndex(position))
        }
        log(.info, "synced", ["children": String(children.compactMap { $0 }.filter { $0.standing == .live }.count)])
        hasJustSynced = true
    }

    /// A sleep of `dead_after` or more is a restart with its disk: what was heard before it is not trusted (L6).
    mutating func resyncAfterSleep() {
        complain(.warning, "this node was asleep for dead_after or longer; it waits for its children", about: .sleep)
        var names: Set<NodeName> = syncing?.children ?? []
        for position in children.indices {
            let index = Int32(position)
            guard let child = children[position], child.standing == .live || child.isStale else { continue }
            names.insert(child.name)
            if let session = child.session {
                askToGreet(session.link, session: session.number)
                endSession(ofChild: index)
            }
            guard var child = children[position] else { continue }
            // Nor does the time asleep count against who was stale when it began.
            becomeStale(&child, index)
            children[position] = child
        }
        syncing = Syncing(since: now, children: names, holders: syncing?.holders ?? [])
        if !isRoot, uplink?.isAttached == true {
            perform(uplink?.drop(at: now, retryAfter: .zero) ?? [])
        }
    }
}
