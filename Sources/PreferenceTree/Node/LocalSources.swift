import Preferences

// The sources of this node in its folds, and how each lifetime ends (semantics §5).
extension TreeNode {
    /// States a contribution: replaces value, rank and lifetime together.
    mutating func addSource(_ entry: SourceEntry) {
        var entry = entry
        let index: Int32
        if let known = sources.index(key: entry.key, name: entry.name), let old = sources[known] {
            index = known
            entry.slot = old.slot
            if old.rank != entry.rank, keys.states[Int(entry.key)].fold.reorder(old.slot, order(of: entry)) {
                keys.markDirty(entry.key, reason: .published)
            }
            if old.value == entry.value, old.lifetime == entry.lifetime, old.rank == entry.rank {
                entry.since = old.since
            }
        } else {
            index = sources.insert(entry)
            entry.slot = keys.insertSlot(entry.key, order: order(of: entry), contributor: .source(index))
            keys.setCounts(entry.key, entry.slot, live: 1, stale: 0)
        }
        sources[index] = entry
        if let deadline = entry.deadline { sources.watch(index, deadline: deadline) }
        foldSource(index, reason: .published)
    }

    private func order(of entry: SourceEntry) -> ContributionOrder {
        ContributionOrder(rank: entry.rank, name: entry.name.text, kind: .source)
    }

    /// Folds a source under the key's present definition, or quarantines it there (F8; semantics §5 `refused`).
    mutating func foldSource(_ index: Int32, reason: Reason) {
        guard var entry = sources[index] else { return }
        let key = entry.key
        let accepted = keys.states[Int(key)].definition.map { $0.accept(entry.value) }
        switch accepted {
        case .success(let value)?:
            entry.refusal = nil
            sources[index] = entry
            keys.setCondition(key, entry.slot, state: [], causes: [])
            keys.setPartial(key, entry.slot, keys.states[Int(key)].definition?.lift(value), reason: reason)
        case .failure(let fault)?:
            entry.refusal = "\(fault)"
            sources[index] = entry
            keys.setCondition(
                key, entry.slot, state: .quarantined, causes: ["quarantined \(ownPath):\(entry.name)"])
            keys.setPartial(key, entry.slot, nil, reason: .refused)
        case nil:
            entry.refusal = "the catalog has no such key"
            sources[index] = entry
            keys.setPartial(key, entry.slot, nil, reason: .refused)
        }
    }

    /// Ends a contribution. `persisted`: the disk knows already.
    ///
    /// A statement of the same source that is on its way to the disk deals with the row: a removal behind it would take
    /// away what is about to be acknowledged.
    mutating func removeSource(_ index: Int32, reason: Reason, persisted: Bool) {
        guard let entry = sources[index] else { return }
        keys.removeSlot(entry.key, entry.slot, reason: reason)
        sources.remove(index)
        let identity = SourceTable.Identity(key: entry.key, name: entry.name)
        guard !persisted, entry.lifetime.isWritten else { return }
        if commits.writes(identity) {
            commits.spare(identity)
        } else {
            persist([.removeContribution(key: keys.states[Int(entry.key)].key, source: entry.name)])
        }
    }

    mutating func expireSources() {
        for index in sources.takeExpired(at: now) {
            guard let entry = sources[index] else { continue }
            // What is on its way to a slow disk decides: it may be what keeps the source alive.
            if commits.writes(SourceTable.Identity(key: entry.key, name: entry.name)) {
                sources.watch(index, deadline: now + settings.timing.heartbeat)
            } else {
                removeSource(index, reason: .expired, persisted: false)
            }
        }
    }

    /// A node that stops takes its volatile contributions with it (L1).
    mutating func removeVolatileSources() {
        for (position, entry) in sources.entries.enumerated() where entry?.lifetime == .volatile {
            removeSource(Int32(position), reason: .lost, persisted: true)
        }
    }

    // MARK: held contributions

    /// A held contribution has been committed: it lasts as long as the client that stated it is attached.
    mutating func settleHeld(_ entry: SourceEntry, link: LinkID, session: UInt64) {
        guard let holder = entry.holder, clients[link]?.session.number != session,
            let index = sources.index(key: entry.key, name: entry.name)
        else { return }
        if clientInstances[holder] == nil {
            // The client went away while the disk was busy.
            removeSource(index, reason: .lost, persisted: false)
        } else {
            // It is back on another connection, and has to state what it goes on holding.
            sources[index]?.isUnstated = true
        }
    }

    /// What a returning client held stands until it has stated everything again.
    mutating func adoptHeld(by instance: UInt64, on link: LinkID) {
        if let other = clientInstances[instance], other != link { endClient(other, keepingHeld: true) }
        for index in sources.held(by: instance) { sources[index]?.isUnstated = true }
    }

    func hasUnstated(_ holder: UInt64) -> Bool {
        sources.held(by: holder).contains { sources[$0]?.isUnstated == true }
    }

    mutating func endUnstated(of instance: UInt64) {
        for index in sources.held(by: instance) where sources[index]?.isUnstated == true {
            removeSource(index, reason: .lost, persisted: false)
        }
    }

    /// The wait after a start is over: what no client came back for has ended.
    mutating func endUnstated() {
        for holder in sources.holders.sorted() where clientInstances[holder] == nil { endUnstated(of: holder) }
    }

    /// A client's session is over, and with it what it held.
    mutating func endClient(_ link: LinkID, keepingHeld: Bool = false) {
        guard let client = clients[link] else { return }
        endSubscriptions(of: .client(link))
        dropRequests(of: link)
        dropWaits(of: link)
        clients[link] = nil
        clientOrder.removeAll { $0 == link }
        if clientInstances[client.instance] == link { clientInstances[client.instance] = nil }
        if keepingHeld { return }
        for index in sources.held(by: client.instance) { removeSource(index, reason: .lost, persisted: false) }
    }
}
