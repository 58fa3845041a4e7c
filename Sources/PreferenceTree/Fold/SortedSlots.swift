/// The slots of an order-dependent fold in canonical order.
struct SortedSlots: Sendable {
    private(set) var slots: [Int32] = []

    /// `table` already holds the slot's order.
    mutating func insert(_ slot: Int, in table: SlotTable) { slots.insert(Int32(slot), at: place(of: slot, in: table)) }

    /// `table` still holds the order by which the slot was inserted.
    mutating func remove(_ slot: Int, in table: SlotTable) {
        let index = place(of: slot, in: table)
        precondition(slots[index] == Int32(slot), "slot \(slot) is not where its order says")
        slots.remove(at: index)
    }

    /// The first slot that takes part in the fold, from the front or from the back.
    func firstPresent(fromBack: Bool, in table: SlotTable) -> Int? {
        let found =
            fromBack
            ? slots.last { table.states[Int($0)].isPresent } : slots.first { table.states[Int($0)].isPresent }
        return found.map { Int($0) }
    }

    private func place(of slot: Int, in table: SlotTable) -> Int {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if table.precedes(Int(slots[middle]), slot) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
