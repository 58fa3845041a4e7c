import Preferences

// The roster that this node sends its parent, and what it keeps of it on disk (protocol R11; semantics C1, C2).
extension TreeNode {
    /// The entries as they stand now: this node, and every name it stands for.
    func rosterAbove() -> [NodeName: RosterEntry] {
        var entries: [NodeName: RosterEntry] = [:]
        entries[settings.name] = RosterEntry(
            name: settings.name, id: ownClaim, parent: nil, counted: true, presence: .live)
        for (name, claim) in claims.byName {
            guard let entry = entryAbove(name, claim) else { continue }
            entries[name] = entry
        }
        return entries
    }

    private func entryAbove(_ name: NodeName, _ claim: Claims.Claim) -> RosterEntry? {
        guard let index = childIndices[claim.branch], let child = children[Int(index)] else { return nil }
        let isDirect = name == claim.branch
        let folded = child.current?.roster[name]
        guard let said = folded ?? child.staged?.roster[name] else {
            // Known from the disk only: a direct child that has not come back.
            guard isDirect else { return nil }
            return RosterEntry(
                name: name, id: claim.id, parent: settings.name, counted: claim.isGranted, presence: presence(of: child)
            )
        }
        let counted = claim.isGranted && child.current != nil && folded != nil && (isDirect || said.counted)
        let presence = overlay(isDirect ? .live : said.presence, by: child)
        return RosterEntry(
            name: name, id: claim.id, parent: said.parent ?? settings.name, counted: counted,
            presence: counted ? presence : (presence == .missing ? .missing : .pending))
    }

    private func presence(of child: ChildNode) -> Presence {
        switch child.standing {
        case .pending: .pending
        case .live: .live
        case .stale: .stale
        case .missing: .missing
        }
    }

    /// What is below a stale child is stale, below a missing one missing.
    private func overlay(_ presence: Presence, by child: ChildNode) -> Presence {
        switch child.standing {
        case .pending: .pending
        case .live: presence
        case .stale: presence == .live ? .stale : presence
        case .missing: .missing
        }
    }

    /// Counts the nodes below and itself, tells the parent what changed, writes what the disk should know.
    ///
    /// Additions leave at once, before any partial that contains them; what is no longer counted follows
    /// every key that is dirty now (R11 d).
    ///
    /// Returns the names whose turn comes after the keys of this flush.
    mutating func refreshRoster() -> [NodeName] {
        guard isRosterDirty else { return [] }
        isRosterDirty = false
        let entries = rosterAbove()
        count(entries)
        persistRoster(entries)
        guard upstream.stage != .detached else { return [] }
        return sendRosterChanges(entries, first: false)
    }

    @discardableResult
    mutating func sendRosterChanges(_ entries: [NodeName: RosterEntry], first: Bool) -> [NodeName] {
        var now: [RosterEntry] = []
        var later: [NodeName] = []
        for (name, entry) in entries where upstream.sentRoster[name] != entry {
            if let sent = upstream.sentRoster[name], sent.counted, !entry.counted {
                later.append(name)
            } else {
                now.append(entry)
            }
        }
        later += upstream.sentRoster.keys.filter { entries[$0] == nil }
        send(roster: now.sorted { $0.name < $1.name }, removed: [], complete: first)
        if upstream.stage == .streaming { return later.sorted() }
        // No partial of this session has left yet: nothing has to be sent before it.
        if !later.isEmpty { sendUncounted(later.sorted()) }
        return []
    }

    /// The turn of names that were to be uncounted has come: all that was dirty before them has been sent.
    mutating func sendUncounted(_ names: [NodeName]) {
        let entries = rosterAbove()
        var changed: [RosterEntry] = []
        var removed: [EntryReference] = []
        for name in names {
            if let entry = entries[name] {
                if upstream.sentRoster[name] != entry { changed.append(entry) }
            } else if let sent = upstream.sentRoster[name] {
                removed.append(sent.reference)
            }
        }
        send(roster: changed, removed: removed, complete: false)
    }

    private mutating func send(roster entries: [RosterEntry], removed: [EntryReference], complete: Bool) {
        let portion = 512
        var rest = entries[...]
        repeat {
            let part = rest.prefix(portion)
            rest = rest.dropFirst(portion)
            let isLast = rest.isEmpty
            if part.isEmpty, removed.isEmpty, !complete { return }
            sendUp(
                .roster(RosterFrame(entries: Array(part), removed: isLast ? removed : [], complete: complete && isLast))
            )
        } while !rest.isEmpty
        for entry in entries { upstream.sentRoster[entry.name] = entry }
        for gone in removed { upstream.sentRoster[gone.name] = nil }
    }

    private mutating func count(_ entries: [NodeName: RosterEntry]) {
        var coverage = NodeCoverage(live: 0, stale: 0, missing: 0)
        for entry in entries.values {
            switch entry.presence {
            case .live: coverage.live += 1
            case .stale: coverage.stale += 1
            case .missing, .pending: coverage.missing += 1
            }
        }
        for name in settings.expected where entries[name] == nil { coverage.missing += 1 }
        if coverage != nodeCoverage {
            nodeCoverage = coverage
            tellCoverage()
        }
    }

    private mutating func persistRoster(_ entries: [NodeName: RosterEntry]) {
        var changed: [RosterRow] = []
        for (name, entry) in entries where name != settings.name {
            guard let claim = claims[name], let index = childIndices[claim.branch], let child = children[Int(index)],
                claim.isGranted, entry.counted
            else { continue }
            let isDirect = name == claim.branch
            let row = RosterRow(
                name: name, id: claim.id, branch: claim.branch, parent: entry.parent, counted: entry.counted,
                presence: entry.presence, instance: isDirect ? child.instance : 0, rank: isDirect ? child.rank : 0,
                height: isDirect ? child.height : 0, lastSeen: child.lastSeen)
            var known = persistedRoster[name]
            known?.lastSeen = row.lastSeen
            if known != row { changed.append(row) }
            persistedRoster[name] = row
        }
        let gone = persistedRoster.keys.filter { entries[$0] == nil }.sorted()
        for name in gone { persistedRoster[name] = nil }
        persist(changed.sorted { $0.name < $1.name }.map { .roster($0) } + gone.map { .removeRoster($0) })
    }

    /// The number of levels of nodes below.
    var height: UInt8 {
        var height: UInt8 = 0
        for case let child? in children { height = max(height, child.height &+ 1) }
        return height
    }
}
