package import Preferences

/// A point on the monotonic clock of one machine, in nanoseconds since its boot. Never sent to a peer.
package struct Instant: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static let distantPast = Instant(nanoseconds: 0)
    package static let distantFuture = Instant(nanoseconds: .max)

    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (instant: Instant, interval: Interval) -> Instant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return Instant(nanoseconds: overflow ? .max : sum)
    }

    package static func - (instant: Instant, interval: Interval) -> Instant {
        let (difference, overflow) = instant.nanoseconds.subtractingReportingOverflow(interval.nanoseconds)
        return overflow ? .distantPast : Instant(nanoseconds: difference)
    }

    /// The time from `earlier` to this instant; zero when `earlier` is later.
    package func since(_ earlier: Instant) -> Interval {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return Interval(nanoseconds: overflow ? .max : Swift.max(0, difference))
    }
}

/// Microseconds since 1970 by a wall clock: for people and for stamps, never for a decision.
package struct WallTime: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.microseconds < right.microseconds }
}
