import Preferences

// The roster that this node sends its parent, and what it keeps of it on disk (protocol R11; semantics C1, C2).
extension TreeNode {
    /// Something of this name may be other than its entry says.
    mutating func touchRoster(_ name: NodeName) { roster.touch(name) }

    /// Everything that came through this child may be other than its entries say.
    mutating func touchRoster(ofChild index: Int32) {
        guard let child = children[Int(index)] else { return }
        roster.touch(child.name)
        for name in (child.current?.roster ?? [:]).keys { roster.touch(name) }
        for name in (child.staged?.roster ?? [:]).keys { roster.touch(name) }
    }

    /// Judges the touched entries, counts the nodes and writes what the disk should know.
    ///
    /// Returns the names that were judged, sorted.
    @discardableResult
    private mutating func judgeRoster() -> [NodeName] {
        let touched = roster.takeTouched()
        if touched.isEmpty { return [] }
        hasJudged = true
        for name in touched { roster.set(name, entryAbove(name)) }
        countNodes()
        persistRoster(touched)
        return touched
    }

    private func entryAbove(_ name: NodeName) -> RosterEntry? {
        if name == settings.name {
            return RosterEntry(name: name, id: ownClaim, parent: nil, counted: true, presence: .live)
        }
        return claims[name].flatMap { entryAbove(name, $0) } ?? expectedEntry(name)
    }

    /// Whether this node is configured to expect a name that has not left since.
    func isExpectedHere(_ name: NodeName) -> Bool {
        settings.expected.contains(name) && !expectations.dismissed.contains(name)
    }

    /// A name that nobody was seen under counts as missing at every node above who expects it.
    private func expectedEntry(_ name: NodeName) -> RosterEntry? {
        func entry(below parent: NodeName) -> RosterEntry {
            RosterEntry(name: name, id: Expectations.noID, parent: parent, counted: false, presence: .missing)
        }
        if isExpectedHere(name) { return entry(below: settings.name) }
        guard let branch = expectations.branch(of: name), let index = childIndices[branch],
            let said = children[Int(index)]?.roster[name]
        else { return nil }
        return entry(below: said.parent ?? branch)
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
        // What a child counts is in its partials until it says otherwise, whatever became of the name meanwhile (R11 d).
        let isCounted = isDirect ? claim.isGranted : said.counted && (claim.isGranted || !child.isMissing)
        let counted = child.current != nil && folded != nil && isCounted
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

    /// Tells the parent what changed of the roster.
    ///
    /// That a name is counted leaves at once, before any partial that contains it. What is no longer counted follows
    /// every key that is dirty now (R11 d), and so does a better presence: a node above that calls a node live has what
    /// it contributes (C1).
    ///
    /// Returns the names whose turn comes after the keys of this flush.
    mutating func refreshRoster() -> [NodeName] {
        let judged = judgeRoster()
        guard upstream.stage != .detached else { return [] }
        return sendRosterChanges(judged)
    }

    /// The whole roster, as the first thing of a session (R5).
    mutating func sendWholeRoster() {
        judgeRoster()
        send(roster: roster.entries.values.sorted { $0.name < $1.name }, removed: [], complete: true)
    }

    private mutating func sendRosterChanges(_ names: [NodeName]) -> [NodeName] {
        guard upstream.stage == .streaming else {
            // No partial of this session has left yet: nothing has to be sent before it.
            sendEntries(names)
            return []
        }
        var now: [RosterEntry] = []
        var later: [NodeName] = []
        for name in names {
            let sent = upstream.sentRoster[name]
            guard var entry = roster[name] else {
                if sent != nil { later.append(name) }
                continue
            }
            if sent?.counted == true, !entry.counted {
                later.append(name)
                continue
            }
            let known = sent?.presence ?? .pending
            if entry.presence.vouches(moreThan: known) {
                later.append(name)
                entry.presence = known
            }
            if sent != entry || upstream.repeatedNames.contains(name) { now.append(entry) }
        }
        send(roster: now, removed: [], complete: false)
        return later
    }

    /// Says what the names have become: all that has to be sent before has been.
    mutating func sendEntries(_ names: [NodeName]) {
        var changed: [RosterEntry] = []
        var removed: [EntryReference] = []
        for name in names {
            if let entry = roster[name] {
                if upstream.sentRoster[name] != entry || upstream.repeatedNames.contains(name) { changed.append(entry) }
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
        for entry in entries {
            upstream.sentRoster[entry.name] = entry
            upstream.repeatedNames.remove(entry.name)
        }
        for gone in removed {
            upstream.sentRoster[gone.name] = nil
            upstream.repeatedNames.remove(gone.name)
        }
    }

    private mutating func countNodes() {
        let coverage = roster.coverage
        if coverage != nodeCoverage {
            nodeCoverage = coverage
            tellCoverage()
        }
    }

    private mutating func persistRoster(_ names: [NodeName]) {
        var writes: [StoreWrite] = []
        for name in names where name != settings.name {
            guard let entry = roster[name], entry.id != Expectations.noID else {
                let isDismissed = expectations.dismissed.contains(name)
                if !isDismissed, persistedRoster.removeValue(forKey: name) != nil { writes.append(.removeRoster(name)) }
                continue
            }
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
            if known != row { writes.append(.roster(row)) }
            persistedRoster[name] = row
        }
        persist(writes)
    }

    /// The number of levels of nodes below.
    var height: UInt8 {
        var height: UInt8 = 0
        for case let child? in children { height = max(height, min(child.height, UInt8(TreeNode.deepestPath)) + 1) }
        return height
    }
}
