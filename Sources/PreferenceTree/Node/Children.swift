import Preferences

// Direct children come, go stale, return, are lost and are forgotten (L1, L2, L4; C2).
extension TreeNode {
    /// The session is over; what the child contributed stays until it returns or its grace has run out.
    mutating func endSession(ofChild index: Int32) {
        guard var child = children[Int(index)], let session = child.session else { return }
        childLinks[session.link] = nil
        endSubscriptions(of: .child(index))
        dropRequests(of: session.link)
        child.session = nil
        if let staged = child.staged { releaseIDs(of: staged) }
        child.staged = nil
        child.hasRoster = false
        child.attachedAt = nil
        if child.isStale { child.unattachedSince = now }
        children[Int(index)] = child
        isRosterDirty = true
    }

    /// Its contributions count as stale from now on, and the clock of their grace starts (L1, L2).
    mutating func becomeStale(_ child: inout ChildNode, _ index: Int32) {
        child.standing = .stale(since: now)
        child.unattached = .zero
        child.unattachedSince = child.isAttached ? nil : now
        child.nextLoss = now
        markStale(child.current, true)
        isRosterDirty = true
    }

    private mutating func markStale(_ generation: Generation?, _ isStale: Bool) {
        guard let generation else { return }
        for (id, slot) in generation.slots.enumerated() where slot >= 0 {
            keys.setStale(generation.keys[id], slot, isStale)
        }
    }

    mutating func farewellFromChild(_ farewell: Farewell, _ index: Int32) {
        guard let link = children[Int(index)]?.session?.link, let number = children[Int(index)]?.session?.number else {
            return
        }
        endSession(ofChild: index)
        directives.append(.send(link, Frame(session: number, message: .byeOK)))
        switch farewell {
        case .stopping:
            guard var child = children[Int(index)], child.standing == .live else { break }
            becomeStale(&child, index)
            children[Int(index)] = child
        case .leaving, .moved:
            log(.notice, "a child has left", ["child": childName(index)])
            remove(child: index, reason: farewell == .moved ? .moved : .retracted)
        }
    }

    // MARK: swap

    /// Puts the staged generation in the place of the current one, in one step, once its snapshot is complete and
    /// everything it counts is granted (L2, R5, R11 f).
    mutating func swapIfReady(_ index: Int32) {
        guard children[Int(index)]?.staged?.isComplete == true, isGranted(index) else { return }
        guard var child = children[Int(index)], var new = child.staged else { return }
        let old = child.current
        let hasReturned = child.isStale || child.standing == .missing
        var oldSlots: [KeyIndex: Int32] = [:]
        if let old {
            for (id, slot) in old.slots.enumerated() where slot >= 0 { oldSlots[old.keys[id]] = slot }
        }
        child.standing = .live
        child.missingSince = nil
        child.nextLoss = nil
        child.staged = nil
        child.current = nil
        children[Int(index)] = child
        new.slots = Array(repeating: -1, count: new.keys.count)
        for (id, contribution) in new.staged.enumerated() {
            guard let contribution, new.keys[id] >= 0 else { continue }
            let key = new.keys[id]
            let slot = oldSlots.removeValue(forKey: key) ?? insertSlot(key, child: index)
            new.slots[id] = slot
            keys.setStale(key, slot, false)
            if new.surplus.contains(UInt32(id)) {
                keys.setSurplus(key, slot, cause: surplusCause(ofChild: index))
            } else {
                keys.setSurplus(key, slot, cause: nil)
                keys.setCondition(key, slot, state: contribution.state, causes: contribution.causes)
            }
            keys.setChecked(
                key, slot, contribution.partial, path: ownPath, reason: hasReturned ? .returned : .published)
            keys.setCounts(key, slot, live: contribution.live, stale: contribution.stale)
        }
        for (key, slot) in oldSlots.sorted(by: { $0.key < $1.key }) { keys.removeSlot(key, slot, reason: .lost) }
        new.staged = []
        if let old {
            releaseIDs(of: old)
            for name in old.roster.keys.sorted() where new.roster[name] == nil {
                dropClaim(name, branch: child.name)
            }
        }
        children[Int(index)]?.current = new
        isRosterDirty = true
        childSettled(index, on: new.settledHash)
        finishSyncingIfReady()
    }

    /// Takes a child out of the folds again and keeps what it says aside: its name is owned elsewhere.
    mutating func unfold(_ index: Int32) {
        guard var child = children[Int(index)], var generation = child.current else { return }
        generation.staged = Array(repeating: nil, count: generation.keys.count)
        for (id, slot) in generation.slots.enumerated() where slot >= 0 {
            let key = generation.keys[id]
            let state = keys.states[Int(key)]
            let info = state.slots[Int(slot)]
            generation.staged[id] = StagedContribution(
                partial: state.fold.contribution(slot), live: info.live, stale: info.stale, state: info.state,
                causes: state.causes[slot] ?? [])
            keys.removeSlot(key, slot, reason: .moved)
        }
        generation.slots = []
        child.current = nil
        if child.staged == nil, child.isAttached {
            child.staged = generation
        } else {
            releaseIDs(of: generation)
        }
        child.standing = .pending
        children[Int(index)] = child
        isRosterDirty = true
    }

    // MARK: loss

    /// Judges every child: silent ones become stale, what is past its grace goes (L1, L2).
    mutating func judgeChildren() {
        for position in children.indices {
            let index = Int32(position)
            guard let child = children[position] else { continue }
            if now >= judgeAfter { judgeSilence(child, index) }
            expireContributions(index)
        }
    }

    private mutating func judgeSilence(_ child: ChildNode, _ index: Int32) {
        guard now.since(child.lastHeard) >= child.deadAfter else { return }
        if child.isAttached {
            log(.notice, "a child is silent", ["child": child.name.text, "address": child.address])
            endSession(ofChild: index)
        }
        guard var child = children[Int(index)] else { return }
        switch child.standing {
        case .live:
            becomeStale(&child, index)
            children[Int(index)] = child
        case .pending where !child.isAttached:
            // It never counted: nothing of it is left but a place in the roster, if nobody else has the name.
            if claims[child.name]?.branch == child.name {
                child.standing = .missing
                child.missingSince = now
                children[Int(index)] = child
                isRosterDirty = true
            } else {
                remove(child: index, reason: .lost)
            }
        case .pending, .stale, .missing: break
        }
    }

    private mutating func expireContributions(_ index: Int32) {
        guard var child = children[Int(index)], let since = child.staleSince, let due = child.nextLoss, now >= due
        else {
            return
        }
        let away = child.unattached(at: now)
        let patience = settings.timing.settle * (Int64(child.height) + 1)
        var remaining = false
        var next = Instant.distantFuture
        if var current = child.current {
            child.current = nil
            for (id, slot) in current.slots.enumerated() where slot >= 0 {
                let key = current.keys[id]
                let grace = keys.states[Int(key)].definition?.grace ?? settings.timing.grace
                let last = since + (grace + patience)
                if away >= grace || now >= last {
                    keys.removeSlot(key, slot, reason: .lost)
                    current.slots[id] = -1
                } else {
                    remaining = true
                    next = min(next, last)
                    if !child.isAttached {
                        next = min(next, now + Interval(nanoseconds: (grace.nanoseconds - away.nanoseconds)))
                    }
                }
            }
            child.current = current
        }
        if !remaining, away < settings.timing.grace, now < since + (settings.timing.grace + patience) {
            // Nothing of it was folded: it is expected for the node's own grace all the same.
            let rest = Interval(nanoseconds: settings.timing.grace.nanoseconds - away.nanoseconds)
            next = child.isAttached ? since + (settings.timing.grace + patience) : now + rest
            remaining = true
        }
        child.nextLoss = next
        if !remaining {
            child.standing = .missing
            child.missingSince = now
            log(.notice, "a child is lost", ["child": child.name.text, "address": child.address])
            isRosterDirty = true
        }
        children[Int(index)] = child
    }

    /// Forgets a child altogether: its contributions, its place in the roster, everything below it.
    mutating func remove(child index: Int32, reason: Reason) {
        endSession(ofChild: index)
        guard let child = children[Int(index)] else { return }
        if let current = child.current {
            for (id, slot) in current.slots.enumerated() where slot >= 0 {
                keys.removeSlot(current.keys[id], slot, reason: reason)
            }
            releaseIDs(of: current)
        }
        children[Int(index)] = nil
        childIndices[child.name] = nil
        let names = claims.byName.filter { $0.value.branch == child.name }.map { $0.key }
        for name in names.sorted() { dropClaim(name, branch: child.name) }
        dropClaim(child.name, branch: child.name)
        for name in child.roster.keys.sorted() { dropClaim(name, branch: child.name) }
        isRosterDirty = true
        finishSyncingIfReady()
    }
}
