import Preferences

// A child's new generation takes the place of the old one, in one step (L2, R5, R11 f).
extension TreeNode {
    /// Puts the staged generation in the place of the current one, in one step, once its snapshot is complete and
    /// everything it counts is granted (L2, R5, R11 f).
    mutating func swapIfReady(_ index: Int32) {
        guard children[Int(index)]?.staged?.isComplete == true, isGranted(index), isEnrolled(index) else { return }
        guard var child = children[Int(index)], var new = child.staged else { return }
        touchRoster(ofChild: index)
        let old = child.current
        let hasReturned = child.isStale || child.isMissing
        var oldSlots: [KeyIndex: Int32] = [:]
        if let old {
            for (id, slot) in old.slots.enumerated() where slot >= 0 { oldSlots[old.keys[id]] = slot }
        }
        child.standing = .live
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
            keys.setSurplus(
                key, slot, cause: new.surplus.contains(UInt32(id)) ? surplusCause(ofChild: index) : nil)
            keys.setChecked(
                key, slot, contribution.partial, path: ownPath, reason: hasReturned ? .returned : .published)
            keys.setConditionBelow(key, slot, state: contribution.state, causes: contribution.causes)
            keys.setCounts(key, slot, live: contribution.live, stale: contribution.stale)
        }
        for (key, slot) in oldSlots.sorted(by: { $0.key < $1.key }) { keys.removeSlot(key, slot, reason: .lost) }
        new.staged = []
        if let old {
            releaseIDs(of: old)
            for name in old.roster.keys.sorted() where new.roster[name] == nil { release(name, branch: child.name) }
        }
        children[Int(index)]?.current = new
        childSettled(index, on: new.settledHash)
        finishSyncingIfReady()
    }

    /// A child counts once the disk knows it: a node that restarts waits for it, so that nobody sees it go (L3).
    private mutating func isEnrolled(_ index: Int32) -> Bool {
        guard let child = children[Int(index)], !child.isEnrolled, let claim = claims[child.name] else { return true }
        // A disk that refuses is asked again once a second, as for everything that the node owes it.
        if child.enrolment != nil || (storageFault != nil && now < nextDebtPayment) { return false }
        let row = RosterRow(
            name: child.name, id: claim.id, branch: child.name, parent: settings.name, counted: true, presence: .live,
            instance: child.instance, rank: child.rank, height: child.height, lastSeen: child.lastSeen)
        persistedRoster[child.name] = row
        let ticket = persist([.roster(row)])
        children[Int(index)]?.enrolment = ticket
        enrolling.append(index)
        return false
    }

    /// The disk has answered everything up to a ticket: children whose row is written count. `failed`: that ticket's
    /// row is not, and is written again at a tick.
    mutating func enrolled(through ticket: UInt64, failed: Bool) {
        let answered = enrolling.filter { (children[Int($0)]?.enrolment ?? 0) <= ticket }
        enrolling.removeAll { answered.contains($0) }
        for index in answered {
            guard let own = children[Int(index)]?.enrolment else { continue }
            children[Int(index)]?.enrolment = nil
            children[Int(index)]?.isEnrolled = !failed || own < ticket
            if children[Int(index)]?.isEnrolled == true { swapIfReady(index) }
        }
    }

    /// Takes a child out of the folds again and keeps what it says aside: its name is owned elsewhere.
    mutating func unfold(_ index: Int32) {
        guard var child = children[Int(index)], var generation = child.current else { return }
        touchRoster(ofChild: index)
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
    }
}
