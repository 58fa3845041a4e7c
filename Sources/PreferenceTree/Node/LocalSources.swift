import Preferences

// The sources of this node in its folds, and how each lifetime ends (semantics §5).
extension TreeNode {
    /// States a contribution: replaces value, rank and lifetime together (contract §4).
    mutating func addSource(_ entry: SourceEntry) {
        var entry = entry
        let index: Int32
        if let known = sources.index(key: entry.key, name: entry.name), let old = sources[known] {
            index = known
            entry.slot = old.slot
            if let link = holderLink(of: old) { clients[link]?.held.remove(known) }
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

    mutating func removeSource(_ index: Int32, reason: Reason, persisted: Bool) {
        guard let entry = sources[index] else { return }
        if let link = holderLink(of: entry) { clients[link]?.held.remove(index) }
        keys.removeSlot(entry.key, entry.slot, reason: reason)
        sources.remove(index)
        let identity = SourceTable.Identity(key: entry.key, name: entry.name)
        // A statement that is on its way to the disk deals with the row: removing it now would remove that one's.
        if !persisted, entry.lifetime.isWritten, !commits.writes(identity) {
            persist([.removeContribution(key: keys.states[Int(entry.key)].key, source: entry.name)])
        }
    }

    mutating func expireSources() {
        for index in sources.takeExpired(at: now) { removeSource(index, reason: .expired, persisted: false) }
    }

    /// A node that stops takes its volatile contributions with it (L1).
    mutating func removeVolatileSources() {
        for (position, entry) in sources.entries.enumerated() where entry?.lifetime == .volatile {
            removeSource(Int32(position), reason: .lost, persisted: true)
        }
    }

    // MARK: held contributions

    private func holderLink(of entry: SourceEntry) -> LinkID? {
        guard let holder = entry.holder else { return nil }
        return clientOrder.first { clients[$0]?.instance == holder }
    }

    /// The client that holds it is attached: its end is the contribution's end.
    mutating func attachHeld(_ entry: SourceEntry, link: LinkID, session: UInt64) {
        guard let index = sources.index(key: entry.key, name: entry.name) else { return }
        if clients[link]?.session.number == session {
            clients[link]?.held.insert(index)
        } else {
            // The client went away while the disk was busy.
            removeSource(index, reason: .lost, persisted: false)
        }
    }

    /// What a returning client held stands until it has stated everything again.
    mutating func adoptHeld(by instance: UInt64, on link: LinkID) -> Set<Int32> {
        for other in clientOrder where clients[other]?.instance == instance && other != link {
            endClient(other, keepingHeld: true)
        }
        var held: Set<Int32> = []
        for (position, entry) in sources.entries.enumerated() where entry?.holder == instance {
            sources[Int32(position)]?.isUnstated = true
            held.insert(Int32(position))
        }
        return held
    }

    func hasUnstated(_ holder: UInt64) -> Bool {
        sources.entries.contains { $0?.holder == holder && $0?.isUnstated == true }
    }

    mutating func endUnstated(of instance: UInt64) {
        for (position, entry) in sources.entries.enumerated() where entry?.holder == instance {
            if entry?.isUnstated == true { removeSource(Int32(position), reason: .lost, persisted: false) }
        }
    }

    /// The wait after a start is over: what no client came back for has ended.
    mutating func endUnstated() {
        for (position, entry) in sources.entries.enumerated() where entry?.isUnstated == true {
            guard let entry, holderLink(of: entry) == nil else { continue }
            removeSource(Int32(position), reason: .lost, persisted: false)
        }
    }

    /// A client's session is over, and with it what it held.
    mutating func endClient(_ link: LinkID, keepingHeld: Bool = false) {
        guard let client = clients[link] else { return }
        endSubscriptions(of: .client(link))
        dropRequests(of: link)
        clients[link] = nil
        clientOrder.removeAll { $0 == link }
        if keepingHeld { return }
        for index in client.held.sorted() { removeSource(index, reason: .lost, persisted: false) }
    }
}
