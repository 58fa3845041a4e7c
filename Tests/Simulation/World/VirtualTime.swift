import PreferenceTree
package import Preferences

/// The simulator's clock: nanoseconds since the world began. One *tick* is one heartbeat.
package enum VirtualTime {
    static let tick: Int64 = 100_000_000

    static func ticks(_ count: Double) -> Int64 { Int64(count * Double(tick)) }

    package static func interval(ticks count: Int64) -> Interval { Interval(nanoseconds: count * tick) }

    /// Short timings, so that every bound is met within a few dozen ticks.
    static var timing: Timing {
        var timing = Timing()
        timing.heartbeat = interval(ticks: 1)
        timing.deadAfter = interval(ticks: 3)
        timing.settle = interval(ticks: 4)
        timing.grace = interval(ticks: 6)
        return timing
    }
}

/// What is due when, earliest first; of the same instant what was scheduled first.
struct Agenda {
    private struct Due {
        let time: Int64
        let order: UInt64
        let slot: Int32

        func precedes(_ other: Due) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    private var heap: [Due] = []
    private var actions: [Action?] = []
    private var free: [Int32] = []
    private var order: UInt64 = 0

    var nextTime: Int64? { heap.first?.time }

    mutating func schedule(_ action: Action, at time: Int64) {
        let slot: Int32
        if let reused = free.popLast() {
            slot = reused
            actions[Int(slot)] = action
        } else {
            slot = Int32(actions.count)
            actions.append(action)
        }
        order += 1
        heap.append(Due(time: time, order: order, slot: slot))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if !heap[child].precedes(heap[parent]) { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    mutating func next() -> (time: Int64, action: Action)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        free.append(first.slot)
        guard let action = actions[Int(first.slot)] else { return nil }
        actions[Int(first.slot)] = nil
        return (first.time, action)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].precedes(heap[least]) { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

/// Everything that can be due. A generation names the start of a process: what was meant for an earlier one is void.
enum Action {
    case wake(Station, generation: UInt32)
    case tick(Station, generation: UInt32)
    case up(Connection, Frame)
    case down(Connection, Frame)
    /// The parent's end of a connection is told that the child's end is closed.
    case closed(Connection)
    case connect(Station, socket: UInt32)
    case written(Station, generation: UInt32, ticket: UInt64)
    case heal(Heal)
}

/// The end of a fault.
enum Heal {
    case resume(Station)
    case uncut(Station)
    case restart(Station)
    case reap(Station, generation: UInt32)
    case hurryDisk(Station)
    case freeDisk(Station)
}
