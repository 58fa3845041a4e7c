import Preferences

/// All keys of a node, by index, with the list of those to fold at the next flush.
struct KeyTable: Sendable {
    private(set) var indices: [Key: KeyIndex] = [:]
    var states: [KeyState] = []
    private var free: [KeyIndex] = []
    /// Keys per pattern of their definition, for `max_keys`.
    private var populations: [KeyPattern: Int] = [:]
    /// Keys whose output may have changed, in the order in which that happened first.
    var dirty: [KeyIndex] = []

    var count: Int { indices.count }

    func index(of key: Key) -> KeyIndex? { indices[key] }

    mutating func create(_ key: Key, shared: SharedDefinition?, generation: UInt32) -> KeyIndex {
        let state = KeyState(key: key, shared: shared, definedAt: generation)
        if let pattern = shared?.definition.pattern, case .prefix = pattern { populations[pattern, default: 0] += 1 }
        if let index = free.popLast() {
            states[Int(index)] = state
            indices[key] = index
            return index
        }
        let index = KeyIndex(states.count)
        states.append(state)
        indices[key] = index
        return index
    }

    /// Forgets a key that nothing refers to; its index may be given to another key.
    mutating func remove(_ index: KeyIndex) {
        indices[states[Int(index)].key] = nil
        if let pattern = states[Int(index)].definition?.pattern, let count = populations[pattern] {
            populations[pattern] = count - 1
        }
        free.append(index)
    }

    /// Counts anew after another catalog came into force.
    mutating func recountPopulations() {
        populations = [:]
        for index in indices.values {
            guard let pattern = states[Int(index)].definition?.pattern, case .prefix = pattern else { continue }
            populations[pattern, default: 0] += 1
        }
    }

    /// How many keys a pattern's own definition covers here.
    func count(under pattern: KeyPattern) -> Int { populations[pattern] ?? 0 }

    mutating func markDirty(_ index: KeyIndex) {
        if !states[Int(index)].isDirty {
            states[Int(index)].isDirty = true
            dirty.append(index)
        }
    }

    mutating func markDirty(_ index: KeyIndex, reason: Reason) {
        states[Int(index)].reason = reason
        markDirty(index)
    }

    mutating func takeDirty() -> [KeyIndex] {
        let taken = dirty
        dirty.removeAll(keepingCapacity: true)
        for index in taken { states[Int(index)].isDirty = false }
        return taken
    }
}

extension KeyTable {
    /// Gives a contributor a slot in the key's fold; it holds nothing yet.
    mutating func insertSlot(
        _ index: KeyIndex, order: ContributionOrder, contributor: Contributor, isStale: Bool = false
    ) -> Int32 {
        let slot = states[Int(index)].fold.insert(order: order)
        var info = SlotInfo(contributor: contributor, live: 0, stale: 0)
        info.isStale = isStale
        if Int(slot) == states[Int(index)].slots.count {
            states[Int(index)].slots.append(info)
        } else {
            states[Int(index)].slots[Int(slot)] = info
        }
        states[Int(index)].idleSince = nil
        states[Int(index)].contributions += 1
        return slot
    }

    /// Takes a contribution away with everything it counted for.
    mutating func removeSlot(_ index: KeyIndex, _ slot: Int32, reason: Reason) {
        setCounts(index, slot, live: 0, stale: 0)
        setCondition(index, slot, state: [], causes: [])
        _ = states[Int(index)].fold.remove(slot)
        states[Int(index)].contributions -= 1
        markDirty(index, reason: reason)
    }

    mutating func setPartial(_ index: KeyIndex, _ slot: Int32, _ partial: Partial?, reason: Reason) {
        let truncated = states[Int(index)].slots[Int(slot)].state.contains(.truncated)
        if states[Int(index)].fold.set(slot, partial, truncated: truncated) { markDirty(index, reason: reason) }
    }

    /// Sets a number of a column. False: the key does not admit it as it is, and `setChecked` has to look closer.
    @inline(__always)
    mutating func setNumber(_ index: KeyIndex, _ slot: Int32, _ number: ColumnNumber, reason: Reason) -> Bool {
        let key = Int(index)
        guard states[key].slots[Int(slot)].state.isEmpty else { return false }
        let changed: Bool
        switch number {
        case .float(let value) where states[key].admitsFloat: changed = states[key].fold.setFloat(slot, value)
        case .int(let value) where states[key].admitsInt: changed = states[key].fold.setInt(slot, value)
        default: return false
        }
        if changed { markDirty(index, reason: reason) }
        return true
    }

    /// Sets a partial that came from elsewhere. One that the key does not admit is quarantined (F8).
    mutating func setChecked(_ index: KeyIndex, _ slot: Int32, _ partial: Partial?, path: String, reason: Reason) {
        let key = Int(index)
        if states[key].slots[Int(slot)].isSurplus { return }
        if let partial, let definition = states[key].definition, !definition.admits(partial) {
            setCondition(
                index, slot, state: .quarantined,
                causes: ["quarantined \(path == "/" ? "" : path)/\(states[key].fold.slots.order(Int(slot)).name)"])
            states[key].slots[Int(slot)].isRefusedHere = true
            setPartial(index, slot, nil, reason: .refused)
            return
        }
        if states[key].slots[Int(slot)].isRefusedHere {
            states[key].slots[Int(slot)].isRefusedHere = false
            setCondition(index, slot, state: [], causes: [])
        }
        setPartial(index, slot, partial, reason: reason)
    }

    /// Keeps a contribution out of the fold because its child has too many keys; a nil cause lets it in again.
    mutating func setSurplus(_ index: KeyIndex, _ slot: Int32, cause: String?) {
        let wasSurplus = states[Int(index)].slots[Int(slot)].isSurplus
        if let cause {
            setPartial(index, slot, nil, reason: .refused)
            states[Int(index)].slots[Int(slot)].isSurplus = true
            setCondition(index, slot, state: .quarantined, causes: [cause])
        } else if wasSurplus {
            states[Int(index)].slots[Int(slot)].isSurplus = false
            setCondition(index, slot, state: [], causes: [])
        }
    }

    mutating func setCounts(_ index: KeyIndex, _ slot: Int32, live: UInt32, stale: UInt32) {
        let old = states[Int(index)].slots[Int(slot)]
        if old.live == live, old.stale == stale { return }
        var new = old
        new.live = live
        new.stale = stale
        replace(index, slot, old, by: new)
    }

    mutating func setStale(_ index: KeyIndex, _ slot: Int32, _ isStale: Bool) {
        let old = states[Int(index)].slots[Int(slot)]
        if old.isStale == isStale { return }
        var new = old
        new.isStale = isStale
        replace(index, slot, old, by: new)
    }

    private mutating func replace(_ index: KeyIndex, _ slot: Int32, _ old: SlotInfo, by new: SlotInfo) {
        let key = Int(index)
        states[key].sources = states[key].sources &- (old.live &+ old.stale) &+ (new.live &+ new.stale)
        states[key].staleSources = states[key].staleSources &- old.staleHere &+ new.staleHere
        states[key].slots[Int(slot)] = new
        markDirty(index)
    }

    mutating func setCondition(_ index: KeyIndex, _ slot: Int32, state: TravellingState, causes: [String]) {
        let key = Int(index)
        let old = states[key].slots[Int(slot)].state
        if old.isEmpty, state.isEmpty, causes.isEmpty { return }
        states[key].quarantined += (state.contains(.quarantined) ? 1 : 0) - (old.contains(.quarantined) ? 1 : 0)
        states[key].truncated += (state.contains(.truncated) ? 1 : 0) - (old.contains(.truncated) ? 1 : 0)
        states[key].slots[Int(slot)].state = state
        states[key].causes[slot] = causes.isEmpty ? nil : causes
        if old.contains(.truncated) != state.contains(.truncated) {
            let partial = states[key].fold.contribution(slot)
            _ = states[key].fold.set(slot, partial, truncated: state.contains(.truncated))
        }
        markDirty(index)
    }

    /// Folds the key anew. True: its output differs from before.
    mutating func refold(_ index: KeyIndex) -> (old: KeyOutput, changed: Bool) {
        let output = folded(index)
        let old = states[Int(index)].output
        states[Int(index)].output = output
        return (old, old != output)
    }

    /// What the key comes to now; its output stays as it is until the next flush.
    mutating func folded(_ index: KeyIndex) -> KeyOutput {
        let key = Int(index)
        let result = states[key].fold.result()
        var output = KeyOutput(partial: states[key].isFoldable ? result.partial : nil)
        if states[key].quarantined > 0 { output.state.insert(.quarantined) }
        if result.truncated || states[key].truncated > 0 { output.state.insert(.truncated) }
        output.sources = states[key].sources
        output.staleSources = states[key].staleSources
        return output
    }

    /// The key's state with what it comes to now, flushed or not; a held key keeps its old output (L9).
    mutating func current(_ index: KeyIndex) -> KeyState {
        var state = states[Int(index)]
        if state.isDirty, !state.isHeld { state.output = folded(index) }
        return state
    }
}
