/// Named deadlines: set, moved, cancelled, and taken in order of time when they are due.
///
/// A binary heap whose moved and cancelled entries are skipped when they come up; it is swept when most are such.
package struct Timers<Name: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let deadline: MonotonicInstant
        let order: UInt64
        let name: Name

        /// Equal deadlines come up in the order they were set.
        func isBefore(_ other: Entry) -> Bool {
            deadline == other.deadline ? order < other.order : deadline < other.deadline
        }
    }

    private var heap: [Entry] = []
    /// The order number of each name's valid entry.
    private var valid: [Name: UInt64] = [:]
    private var nextOrder: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { valid.isEmpty }

    package var count: Int { valid.count }

    /// Sets the deadline of a name, replacing an earlier one.
    package mutating func set(_ name: Name, at deadline: MonotonicInstant) {
        nextOrder += 1
        valid[name] = nextOrder
        heap.append(Entry(deadline: deadline, order: nextOrder, name: name))
        rise(heap.count - 1)
        if heap.count > 64, heap.count > valid.count * 4 { sweep() }
    }

    package mutating func cancel(_ name: Name) {
        valid[name] = nil
    }

    package func isSet(_ name: Name) -> Bool {
        valid[name] != nil
    }

    /// The earliest deadline.
    package mutating func next() -> MonotonicInstant? {
        dropInvalid()
        return heap.first?.deadline
    }

    /// Takes the earliest name whose deadline is not after `now`; call until nil.
    package mutating func takeDue(_ now: MonotonicInstant) -> Name? {
        dropInvalid()
        guard let first = heap.first, first.deadline <= now else { return nil }
        removeFirst()
        valid[first.name] = nil
        return first.name
    }

    private mutating func dropInvalid() {
        while let first = heap.first, valid[first.name] != first.order { removeFirst() }
    }

    private mutating func sweep() {
        // A sorted array is a heap.
        heap = heap.filter { valid[$0.name] == $0.order }.sorted { $0.isBefore($1) }
    }

    private mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        sink(0)
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].isBefore(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
