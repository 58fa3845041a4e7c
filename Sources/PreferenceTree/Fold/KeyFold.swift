package import Preferences

/// The incremental fold of one key at one node: the last contribution of every contributor, and what they reduce to.
///
/// Always equal to the reference fold from scratch (`Definition.fold`) over the contributions in canonical order.
/// Contributions that the definition does not admit must not be set; one that has the wrong shape counts as
/// nothing. Numeric setters neither allocate nor count references, and touch a bounded number of rows on average.
package struct KeyFold: Sendable {
    let policy: Policy
    let type: ValueType
    let engine: FoldEngine
    let maximumBytes: Int
    let separator: String
    /// `min` runs as the maximum of complements.
    let complement: UInt64

    var slots = SlotTable()
    var sorted = SortedSlots()
    var tree = TournamentTree()
    /// `sum`, `mean`: the exact sum.
    var total = ExactAccumulator()
    /// `mean`, `count`: the sum of counts; `any`, `all`: how many are true.
    var tally: Int64 = 0
    /// `first`, `last`, `min` and `max` of texts: whose value is the result; nil when none is, or it has to be found.
    var decider: Int32?
    var truncatedSlots: Set<Int32> = []
    /// The result of a growing policy until something changes.
    var cache = Cache.none

    enum Cache: Sendable {
        case none
        indirect case result(FoldResult)
    }

    package init(definition: Definition) {
        policy = definition.policy
        type = definition.type
        engine = FoldEngine(definition.policy, definition.type)
        maximumBytes = definition.maximumBytes
        separator = definition.separator
        complement = definition.policy == .min ? .max : 0
    }

    /// How many contributions are folded: those that are neither null nor nothing.
    package var foldedCount: Int { slots.presentCount }

    /// Adds a contributor that gives nothing yet.
    ///
    /// The slot is its own until `remove`.
    package mutating func insert(order: ContributionOrder) -> Int32 {
        let (slot, grew) = slots.insert(order)
        if grew && engine == .tournament { tree.rebuild(slots.bits) }
        if engine.isOrdered { sorted.insert(slot, in: slots) }
        return Int32(slot)
    }

    /// Removes a contributor, and returns whether the result may have changed.
    package mutating func remove(_ slot: Int32) -> Bool {
        let changed = set(slot, nil)
        if engine.isOrdered { sorted.remove(Int(slot), in: slots) }
        slots.vacate(Int(slot))
        return changed
    }

    /// Moves a contributor, and returns whether the result may have changed.
    package mutating func reorder(_ slot: Int32, _ order: ContributionOrder) -> Bool {
        guard engine.isOrdered else {
            slots.setOrder(Int(slot), order)
            return false
        }
        sorted.remove(Int(slot), in: slots)
        slots.setOrder(Int(slot), order)
        sorted.insert(Int(slot), in: slots)
        guard slots.states[Int(slot)].isPresent else { return false }
        if engine == .growing {
            cache = .none
            return slots.presentCount > 1
        }
        let previous = decider
        findEdge()
        return decider != previous
    }

    /// Sets a contribution; nil is nothing to fold.
    ///
    /// Returns false only when the result is surely the same.
    ///
    /// `truncated` tells that a limit ended the contribution's own fold; it is kept for growing policies only.
    package mutating func set(_ slot: Int32, _ partial: Partial?, truncated: Bool = false) -> Bool {
        var changed = store(Int(slot), cell(partial))
        if engine == .growing, truncatedSlots.contains(slot) != truncated {
            if truncated { truncatedSlots.insert(slot) } else { truncatedSlots.remove(slot) }
            changed = true
        }
        if changed { cache = .none }
        return changed
    }
}
