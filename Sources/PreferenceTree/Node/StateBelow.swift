import Preferences

// What child nodes contribute: columns into folds, or aside while their generation is staged (R3–R5, R10, R17).
extension TreeNode {
    mutating func applyState(_ frame: StateFrame, fromChild index: Int32) {
        guard let link = children[Int(index)]?.session?.link else { return }
        if frame.marks.contains(.begin) { beginGeneration(index) }
        let isStaged = children[Int(index)]?.staged != nil
        let hasBegun = (isStaged ? children[Int(index)]?.staged : children[Int(index)]?.current)?.hasBegun ?? false
        guard hasBegun,
            let generation = catalog.generation(of: frame.catalogHash) ?? (catalog.generation == 0 ? 0 : nil)
        else {
            breakOff(link, ProtocolFault(code: .unexpected, message: "state without a begin mark or a known catalog"))
            return
        }
        let understood =
            isStaged
            ? stage(frame, index, generation)
            : fold(frame, index, generation)
        guard understood else {
            breakOff(link, ProtocolFault(code: .malformed, message: "a state frame uses a key id that has no name"))
            return
        }
        if frame.marks.contains(.settled) {
            if isStaged {
                children[Int(index)]?.staged?.settledHash = frame.catalogHash
            } else {
                childSettled(index, on: frame.catalogHash)
            }
        }
        if frame.marks.contains(.end), isStaged {
            children[Int(index)]?.staged?.isComplete = true
        }
        if isStaged { swapIfReady(index) }
    }

    private mutating func beginGeneration(_ index: Int32) {
        guard var staged = children[Int(index)]?.staged else { return }
        releaseIDs(of: staged)
        staged.keys = []
        staged.named = []
        staged.staged = []
        staged.surplus = []
        staged.refusedKeys = 0
        staged.admittedKeys = 0
        staged.hasBegun = true
        staged.isComplete = false
        children[Int(index)]?.staged = staged
        children[Int(index)]?.isSyncing = false
    }

    /// Lets go of the keys that a generation's ids stand for.
    mutating func releaseIDs(of generation: Generation) {
        for key in generation.keys where key >= 0 { keys.states[Int(key)].references -= 1 }
    }

    // MARK: the current generation

    /// The hot path: numbers go from the frame's columns into the folds, without a look-up by name.
    private mutating func fold(_ frame: StateFrame, _ index: Int32, _ catalogGeneration: UInt32) -> Bool {
        guard var generation = children[Int(index)]?.current else { return false }
        children[Int(index)]?.current = nil
        defer { children[Int(index)]?.current = generation }
        guard takeNames(frame, &generation, isStaged: false, child: index) else { return false }
        let reasons = Dictionary(frame.reasons.map { ($0.id, $0.reason) }, uniquingKeysWith: { _, last in last })
        var floats = frame.floatIDs.makeIterator()
        var position = 0
        while let id = floats.next() {
            guard
                foldNumber(
                    .float(frame.floats[position]), id, &generation, index, catalogGeneration,
                    reasons.isEmpty ? .published : reasons[id] ?? .published)
            else { return false }
            position += 1
        }
        position = 0
        for id in frame.intIDs {
            guard
                foldNumber(
                    .int(frame.ints[position]), id, &generation, index, catalogGeneration,
                    reasons.isEmpty ? .published : reasons[id] ?? .published)
            else { return false }
            position += 1
        }
        return foldRest(frame, &generation, index, catalogGeneration, reasons)
    }

    @inline(__always)
    private mutating func foldNumber(
        _ number: ColumnNumber, _ id: UInt32, _ generation: inout Generation, _ index: Int32,
        _ catalogGeneration: UInt32, _ reason: Reason
    ) -> Bool {
        guard id < generation.keys.count else { return false }
        let key = generation.keys[Int(id)]
        guard key >= 0 else { return key == Generation.overLimit }
        guard keys.states[Int(key)].definedAt <= catalogGeneration else { return true }
        var slot = generation.slots[Int(id)]
        if slot < 0 {
            slot = openSlot(key, id, &generation, child: index)
        }
        if !keys.setNumber(key, slot, number, reason: reason) {
            let partial = Partial(number, under: keys.states[Int(key)].definition?.policy)
            keys.setChecked(key, slot, partial, path: ownPath, reason: reason)
        }
        return true
    }

    private mutating func foldRest(
        _ frame: StateFrame, _ generation: inout Generation, _ index: Int32, _ catalogGeneration: UInt32,
        _ reasons: [UInt32: Reason]
    ) -> Bool {
        func key(_ id: UInt32) -> KeyIndex? { id < generation.keys.count ? generation.keys[Int(id)] : nil }
        for other in frame.others {
            guard let key = key(other.id) else { return false }
            guard key >= 0, keys.states[Int(key)].definedAt <= catalogGeneration else { continue }
            if generation.slots[Int(other.id)] < 0 { _ = openSlot(key, other.id, &generation, child: index) }
            keys.setChecked(
                key, generation.slots[Int(other.id)], other.partial, path: ownPath,
                reason: reasons[other.id] ?? .published)
        }
        for removal in frame.removals {
            guard let key = key(removal.id) else { return false }
            guard key >= 0, generation.slots[Int(removal.id)] >= 0 else { continue }
            keys.removeSlot(key, generation.slots[Int(removal.id)], reason: removal.reason)
            generation.slots[Int(removal.id)] = -1
        }
        for (position, id) in frame.coverageIDs.enumerated() {
            guard let key = key(id) else { return false }
            guard key >= 0, keys.states[Int(key)].definedAt <= catalogGeneration else { continue }
            if generation.slots[Int(id)] < 0 { _ = openSlot(key, id, &generation, child: index) }
            keys.setCounts(
                key, generation.slots[Int(id)], live: frame.liveSources[position], stale: frame.staleSources[position])
        }
        for condition in frame.conditions {
            guard let key = key(condition.id) else { return false }
            guard key >= 0, generation.slots[Int(condition.id)] >= 0, !generation.surplus.contains(condition.id) else {
                continue
            }
            keys.setConditionBelow(
                key, generation.slots[Int(condition.id)], state: condition.state, causes: condition.causes)
        }
        return true
    }

    // MARK: the staged generation

    private mutating func stage(_ frame: StateFrame, _ index: Int32, _ catalogGeneration: UInt32) -> Bool {
        guard var generation = children[Int(index)]?.staged else { return false }
        children[Int(index)]?.staged = nil
        defer { children[Int(index)]?.staged = generation }
        guard takeNames(frame, &generation, isStaged: true, child: index) else { return false }
        func change(_ id: UInt32, _ change: (inout StagedContribution) -> Void) -> Bool {
            guard id < generation.keys.count else { return false }
            let key = generation.keys[Int(id)]
            guard key >= 0, keys.states[Int(key)].definedAt <= catalogGeneration else { return true }
            var contribution = generation.staged[Int(id)] ?? StagedContribution()
            change(&contribution)
            generation.staged[Int(id)] = contribution
            return true
        }
        func definition(_ id: UInt32) -> Definition? {
            guard id < generation.keys.count, generation.keys[Int(id)] >= 0 else { return nil }
            return keys.states[Int(generation.keys[Int(id)])].definition
        }
        for (position, id) in frame.floatIDs.enumerated() {
            let partial = Partial(.float(frame.floats[position]), under: definition(id)?.policy)
            guard change(id, { $0.partial = partial }) else { return false }
        }
        for (position, id) in frame.intIDs.enumerated() {
            let partial = Partial(.int(frame.ints[position]), under: definition(id)?.policy)
            guard change(id, { $0.partial = partial }) else { return false }
        }
        for other in frame.others { guard change(other.id, { $0.partial = other.partial }) else { return false } }
        for (position, id) in frame.coverageIDs.enumerated() {
            guard
                change(
                    id,
                    {
                        $0.live = frame.liveSources[position]
                        $0.stale = frame.staleSources[position]
                    })
            else { return false }
        }
        for condition in frame.conditions {
            guard
                change(
                    condition.id,
                    {
                        $0.state = condition.state
                        $0.causes = condition.causes
                    })
            else { return false }
        }
        for removal in frame.removals {
            guard removal.id < generation.keys.count else { return false }
            generation.staged[Int(removal.id)] = nil
        }
        return true
    }
}
