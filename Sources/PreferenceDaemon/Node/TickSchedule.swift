internal import PreferenceTree
internal import Preferences

/// When the node is told that time has passed: four times a heartbeat, and when a lease or a grace ends.
struct TickSchedule {
    /// The least time between two ticks, so that many ends close together are one.
    static let shortest = Interval.milliseconds(1)
    /// Ticks for each heartbeat: an overdue PING or silence is noticed this much late at most.
    static let ticksPerHeartbeat: Int64 = 4

    private(set) var last: Instant

    init(from now: Instant) { last = now }

    /// The instant of the next tick, given the next one that the node waits for.
    func next(heartbeat: Interval, deadline: Instant?) -> Instant {
        let regular = last + Interval(nanoseconds: heartbeat.nanoseconds / TickSchedule.ticksPerHeartbeat)
        // One that the last tick has seen already is not waited for again.
        guard let deadline, deadline > last else { return regular }
        return min(regular, max(deadline, last + TickSchedule.shortest))
    }

    mutating func ticked(at now: Instant) { last = now }
}
