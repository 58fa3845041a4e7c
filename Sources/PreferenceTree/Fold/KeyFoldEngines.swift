import Preferences

/// What a change of one row does to the result, engine by engine.
extension KeyFold {
    /// Writes a row; returns false only when the result is surely the same.
    mutating func store(_ slot: Int, _ cell: SlotTable.Cell) -> Bool {
        if slots.holds(slot, cell) { return false }
        let presence = slots.presence
        let changed: Bool
        switch engine {
        case .tournament: changed = storeInTournament(slot, cell)
        case .comparison: changed = storeCompared(slot, cell)
        case .edge: changed = storeAtEdge(slot, cell)
        case .sum, .mean, .count: changed = storeSummed(slot, cell)
        case .logic: changed = storeLogical(slot, cell)
        case .growing:
            changed = cell.state.isPresent || slots.states[slot].isPresent
            slots.write(slot, cell)
        }
        return presence != slots.presence || (presence == .present && changed)
    }

    private mutating func storeInTournament(_ slot: Int, _ cell: SlotTable.Cell) -> Bool {
        let old = slots.bits[slot]
        slots.write(slot, cell)
        return cell.bits != old && tree.update(slot, from: old, in: slots.bits)
    }

    private mutating func storeSummed(_ slot: Int, _ cell: SlotTable.Cell) -> Bool {
        let takesPart = cell.state.isPresent || slots.states[slot].isPresent
        account(slot, sign: -1)
        slots.write(slot, cell)
        account(slot, sign: 1)
        return takesPart
    }

    /// Adds the row to the totals, or takes it out.
    private mutating func account(_ slot: Int, sign: Int64) {
        let bits = slots.bits[slot]
        switch (slots.states[slot], engine) {
        case (.int, .count): tally &+= sign &* Int64(bitPattern: bits)
        case (.int, _):
            let value = Int64(bitPattern: bits)
            if sign > 0 { total.add(value) } else { total.subtract(value) }
            tally &+= sign
        case (.float, _):
            let value = Double(bitPattern: bits)
            if sign > 0 { total.add(value) } else { total.subtract(value) }
            tally &+= sign
        case (.other, _):
            switch slots.other(slot) {
            case .sum(let number): if sign > 0 { total.add(number) } else { total.subtract(number) }
            case .mean(let number, let count):
                if sign > 0 { total.add(number) } else { total.subtract(number) }
                tally &+= sign &* count
            default: break
            }
        default: break
        }
    }

    private mutating func storeLogical(_ slot: Int, _ cell: SlotTable.Cell) -> Bool {
        let before = logicalResult
        tally -= slots.states[slot] == .bool ? Int64(slots.bits[slot]) : 0
        slots.write(slot, cell)
        tally += cell.state == .bool ? Int64(cell.bits) : 0
        return before != logicalResult
    }

    var logicalResult: Bool { policy == .any ? tally > 0 : tally == Int64(slots.presentCount) }

    /// The decider stays known as long as no better value than the others' is certain to be left.
    private mutating func storeCompared(_ slot: Int, _ cell: SlotTable.Cell) -> Bool {
        let old = contribution(Int32(slot))
        let known = decider
        let wasPresent = slots.presentCount > 0
        slots.write(slot, cell)
        guard let next = cell.other else {
            if known == Int32(slot) { decider = nil }
            return known == nil || known == Int32(slot)
        }
        guard let known else {
            // Nobody to compare with: either this is the only one, or the decider has to be found anyway.
            if !wasPresent { decider = Int32(slot) }
            return true
        }
        if known == Int32(slot) {
            if let old, beats(old, next) { decider = nil }
            return true
        }
        guard let best = contribution(known), beats(next, best) else { return false }
        decider = Int32(slot)
        return true
    }

    func beats(_ left: Partial, _ right: Partial) -> Bool {
        guard case .value(let left) = left, case .value(let right) = right else { return false }
        return policy == .min ? left.isLess(than: right) : right.isLess(than: left)
    }

    private mutating func storeAtEdge(_ slot: Int, _ cell: SlotTable.Cell) -> Bool {
        let wasPresent = slots.states[slot].isPresent
        slots.write(slot, cell)
        if decider == Int32(slot) {
            if !cell.state.isPresent { findEdge() }
            return true
        }
        guard cell.state.isPresent, !wasPresent else { return false }
        if let decider {
            let isFirst = policy == .first
            guard slots.precedes(slot, Int(decider)) == isFirst else { return false }
        }
        decider = Int32(slot)
        return true
    }

    mutating func findEdge() {
        decider = sorted.firstPresent(fromBack: policy == .last, in: slots).map { Int32($0) }
    }
}
