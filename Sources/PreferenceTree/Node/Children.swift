import Preferences

// Direct children come, go stale, return, are lost and are forgotten (L1, L2, L4; C2).
extension TreeNode {
    /// The session is over; what the child contributed stays until it returns or its grace has run out.
    mutating func endSession(ofChild index: Int32) {
        guard let session = children[Int(index)]?.session else { return }
        childLinks[session.link] = nil
        endSubscriptions(of: .child(index))
        dropRequests(of: session.link)
        dropWaits(of: session.link)
        guard var child = children[Int(index)] else { return }
        child.session = nil
        touchRoster(ofChild: index)
        if let staged = child.staged { releaseIDs(of: staged) }
        let unsaid = (child.staged?.roster ?? [:]).keys.filter { $0 != child.name && child.current?.roster[$0] == nil }
        child.staged = nil
        child.hasRoster = false
        if child.isMissing { child.standing = .missing(since: now) }
        if child.isStale {
            child.unattachedSince = now
            child.nextLoss = now
        }
        children[Int(index)] = child
        // Names that only the session's own roster gave are not this branch's any longer.
        for name in unsaid.sorted() { release(name, branch: child.name) }
    }

    /// Its contributions count as stale from now on, and the clock of their grace starts (L1, L2).
    mutating func becomeStale(_ child: inout ChildNode, _ index: Int32) {
        child.standing = .stale(since: now)
        child.unattached = .zero
        child.unattachedSince = child.isAttached ? nil : now
        child.nextLoss = now
        markStale(child.current, true)
        touchRoster(ofChild: index)
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

    // MARK: loss

    /// Judges every child: silent ones become stale, what is past its grace goes (L1, L2).
    mutating func judgeChildren() {
        for position in children.indices {
            let index = Int32(position)
            guard let child = children[position] else { continue }
            if now >= judgeAfter { judgeSilence(child, index) }
            if child.staged?.isComplete == true { swapIfReady(index) }
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
                child.standing = .missing(since: now)
                children[Int(index)] = child
                touchRoster(ofChild: index)
            } else {
                remove(child: index, reason: .lost)
            }
        case .pending, .stale, .missing: break
        }
    }

    private mutating func expireContributions(_ index: Int32) {
        guard now >= judgeAfter else { return }
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
            // Nothing of it stands in any fold: its names keep no key in memory, nor in the count of a pattern's keys.
            if let current = child.current { releaseIDs(of: current) }
            child.current?.forgetKeys()
            child.standing = .missing(since: now)
            log(.notice, "a child is lost", ["child": child.name.text, "address": child.address])
            touchRoster(ofChild: index)
        }
        children[Int(index)] = child
    }

    /// A branch says nothing of a name any longer.
    mutating func release(_ name: NodeName, branch: NodeName) {
        expectations.remove(name, branch: branch)
        dropClaim(name, branch: branch)
    }

    /// A name that is expected by configuration has been drained or forgotten: it counts no longer, until somebody
    /// attaches under it. The disk remembers.
    mutating func dismiss(_ name: NodeName) {
        expectations.dismissed.insert(name)
        let row = RosterRow(
            name: name, id: Expectations.noID, branch: name, parent: settings.name, counted: false, presence: .missing,
            instance: 0, rank: 0, height: 0, lastSeen: wall)
        persistedRoster[name] = row
        persist([.roster(row)])
        touchRoster(name)
    }

    /// Forgets a child altogether: its contributions, its place in the roster, everything below it.
    mutating func remove(child index: Int32, reason: Reason) {
        endSession(ofChild: index)
        guard let child = children[Int(index)] else { return }
        touchRoster(ofChild: index)
        if let current = child.current {
            for (id, slot) in current.slots.enumerated() where slot >= 0 {
                keys.removeSlot(current.keys[id], slot, reason: reason)
            }
            releaseIDs(of: current)
        }
        children[Int(index)] = nil
        childIndices[child.name] = nil
        for name in claims.names(of: child.name) + expectations.names(of: child.name) {
            release(name, branch: child.name)
        }
        if settings.expected.contains(child.name) { dismiss(child.name) }
        finishSyncingIfReady()
    }
}
