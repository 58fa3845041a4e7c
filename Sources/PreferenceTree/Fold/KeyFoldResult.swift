import Preferences

/// What the fold says: the result for the flush, the contributions for `explain`.
extension KeyFold {
    /// The folded partial.
    ///
    /// Costs no more than a look-up, unless a growing policy or a text extremum has to be
    /// folded again.
    package mutating func result() -> FoldResult {
        if case .result(let result) = cache { return result }
        switch slots.presence {
        case .absent, .null:
            let partial: Partial? = slots.presence == .null ? .value(.null) : nil
            return FoldResult(partial: partial, truncated: !truncatedSlots.isEmpty)
        case .present: break
        }
        switch engine {
        case .tournament: return FoldResult(partial: extremum)
        case .comparison, .edge:
            if decider == nil { findBest() }
            return FoldResult(partial: decider.flatMap { contribution($0) })
        case .sum: return FoldResult(partial: .sum(total.value))
        case .mean: return FoldResult(partial: .mean(total.value, count: tally))
        case .count: return FoldResult(partial: .count(tally))
        case .logic: return FoldResult(partial: .value(.bool(logicalResult)))
        case .growing:
            let result = grown()
            cache = .result(result)
            return result
        }
    }

    private var extremum: Partial {
        let key = slots.bits[tree.winner] ^ complement
        return .value(type == .int ? .int(SortKey.int(key)) : .float(SortKey.double(key)))
    }

    private func grown() -> FoldResult {
        var growing = GrowingFold(separator: separator, maximumBytes: maximumBytes)
        for slot in sorted.slots {
            guard let contribution = contribution(slot) else { continue }
            if !growing.append(contribution) { break }
        }
        return FoldResult(
            partial: growing.partial, truncated: growing.isTruncated || !truncatedSlots.isEmpty)
    }

    /// Looks for the decider of a text extremum among all.
    private mutating func findBest() {
        var best: (slot: Int32, partial: Partial)?
        for slot in 0..<Int32(slots.capacity) {
            guard slots.states[Int(slot)].isPresent, let next = contribution(slot) else { continue }
            if let best, !beats(next, best.partial) { continue }
            best = (slot, next)
        }
        decider = best?.slot
    }

    /// Every contributor in canonical order, with what it gives.
    package var contributions: [FoldContribution] {
        (engine.isOrdered ? sorted.slots : slots.sorted()).map { slot in
            FoldContribution(slot: slot, order: slots.order(Int(slot)), partial: contribution(slot))
        }
    }

    /// Whose value the result is, of equals the first in order; nil where more than one is part of it.
    package var decidingSlot: Int32? {
        guard slots.presence == .present else { return nil }
        switch engine {
        case .edge: return decider
        case .tournament, .comparison:
            let present = contributions.filter { $0.partial?.isNull == false }
            return present.dropFirst().reduce(present.first) { best, next in
                guard let best, let left = best.partial, let right = next.partial else { return next }
                return beats(right, left) ? next : best
            }?.slot
        case .sum, .mean, .count, .logic, .growing: return nil
        }
    }
}
