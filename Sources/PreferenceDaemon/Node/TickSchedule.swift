package import PreferenceTree
package import Preferences

/// When the node is told that time has passed: four times a heartbeat, and when a lease or a grace ends.
package struct TickSchedule {
    /// The least time between two ticks, so that many ends close together are one.
    package static let shortest = Interval.milliseconds(1)
    /// Ticks for each heartbeat: an overdue PING or silence is noticed this much late at most.
    package static let ticksPerHeartbeat: Int64 = 4

    package private(set) var last: Instant

    package init(from now: Instant) { last = now }

    /// The instant of the next tick, given the next one that the node waits for.
    package func next(heartbeat: Interval, deadline: Instant?) -> Instant {
        let regular = last + Interval(nanoseconds: heartbeat.nanoseconds / TickSchedule.ticksPerHeartbeat)
        // One that the last tick has seen already is not waited for again.
        guard let deadline, deadline > last else { return regular }
        return min(regular, max(deadline, last + TickSchedule.shortest))
    }

    package mutating func ticked(at now: Instant) { last = now }
}
