import Preferences

/// The last contribution of each contributor of a key, in columns by slot.
///
/// A slot belongs to one contributor from `insert` to `remove` and is used again afterwards. The columns have a
/// power of two of rows; the rows without a contributor are `vacant` with bits 0.
struct SlotTable: Sendable {
    enum State: UInt8, Sendable {
        case vacant
        /// A contributor that gives nothing to fold.
        case empty
        case null
        case int
        case float
        case bool
        /// No scalar: the bits are a place in `others`.
        case other

        var isPresent: Bool { rawValue >= State.int.rawValue }
    }

    /// What is written into a row: bits, or a partial when the state is `other`.
    struct Cell {
        var state: State
        var bits: UInt64 = 0
        var other: Partial?

        static let empty = Cell(state: .empty)
    }

    /// What a fold of the rows can be, whatever the policy.
    enum Presence {
        case absent
        case null
        case present
    }

    private(set) var states: [State] = []
    var bits: [UInt64] = []
    private var orders: [ContributionOrder?] = []
    private var others: [Partial?] = []
    private var freeOthers: [Int32] = []
    /// Rows given back; the last is used first.
    private var vacated: [Int32] = []
    /// Rows that have ever been used; the others follow.
    private var used = 0
    private(set) var nullCount = 0
    /// Rows that take part in the fold.
    private(set) var presentCount = 0

    var presence: Presence { presentCount > 0 ? .present : nullCount > 0 ? .null : .absent }
    var capacity: Int { bits.count }

    /// Returns the slot, and whether the columns have grown.
    mutating func insert(_ order: ContributionOrder) -> (slot: Int, grew: Bool) {
        let slot: Int
        var grew = false
        if let last = vacated.popLast() {
            slot = Int(last)
        } else {
            slot = used
            used += 1
            grew = used > capacity
            if grew { resize(to: max(1, capacity * 2)) }
        }
        orders[slot] = order
        states[slot] = .empty
        return (slot, grew)
    }

    private mutating func resize(to rows: Int) {
        let added = rows - capacity
        states.reserveCapacity(rows)
        bits.reserveCapacity(rows)
        orders.reserveCapacity(rows)
        states.append(contentsOf: repeatElement(.vacant, count: added))
        bits.append(contentsOf: repeatElement(0, count: added))
        orders.append(contentsOf: repeatElement(nil, count: added))
    }

    /// The row must have been written `empty`.
    mutating func vacate(_ slot: Int) {
        states[slot] = .vacant
        orders[slot] = nil
        vacated.append(Int32(slot))
    }

    func order(_ slot: Int) -> ContributionOrder {
        guard let order = orders[slot] else { preconditionFailure("slot \(slot) has no contributor") }
        return order
    }

    mutating func setOrder(_ slot: Int, _ order: ContributionOrder) { orders[slot] = order }

    /// Whether writing the cell would change nothing.
    func holds(_ slot: Int, _ cell: Cell) -> Bool {
        guard states[slot] == cell.state else { return false }
        return cell.state == .other ? other(slot) == cell.other : bits[slot] == cell.bits
    }

    mutating func write(_ slot: Int, _ cell: Cell) {
        let old = states[slot]
        precondition(old != .vacant, "slot \(slot) has no contributor")
        nullCount += (cell.state == .null ? 1 : 0) - (old == .null ? 1 : 0)
        presentCount += (cell.state.isPresent ? 1 : 0) - (old.isPresent ? 1 : 0)
        if old == .other { releaseOther(slot) }
        states[slot] = cell.state
        bits[slot] = cell.state == .other ? keepOther(cell.other) : cell.bits
    }

    /// The partial of a row in state `other`.
    func other(_ slot: Int) -> Partial? { others[Int(bits[slot])] }

    private mutating func releaseOther(_ slot: Int) {
        others[Int(bits[slot])] = nil
        freeOthers.append(Int32(bits[slot]))
    }

    private mutating func keepOther(_ partial: Partial?) -> UInt64 {
        if let free = freeOthers.popLast() {
            others[Int(free)] = partial
            return UInt64(free)
        }
        others.append(partial)
        return UInt64(others.count - 1)
    }

    /// The slots with a contributor, in canonical order.
    func sorted() -> [Int32] {
        (0..<Int32(used)).filter { states[Int($0)] != .vacant }.sorted { precedes(Int($0), Int($1)) }
    }

    /// Canonical order; contributors that claim the same place stand by their slots.
    func precedes(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (order(left), order(right))
        return first == second ? left < right : first < second
    }
}
