/// A span of time in whole nanoseconds, 0 to about 292 years.
///
/// Written `250ms`, `5s`, `1h30m`, `7d`.
package struct Interval: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static let zero = Interval(nanoseconds: 0)
    package static func milliseconds(_ count: Int64) -> Interval { Interval(nanoseconds: count * 1_000_000) }
    package static func seconds(_ count: Int64) -> Interval { Interval(nanoseconds: count * 1_000_000_000) }

    package static func < (left: Interval, right: Interval) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Sum and product saturate: a deadline too far away to write down is the farthest one.
    package static func + (left: Interval, right: Interval) -> Interval {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return Interval(nanoseconds: overflow ? .max : sum)
    }

    package static func * (left: Interval, factor: Int64) -> Interval {
        let (product, overflow) = left.nanoseconds.multipliedReportingOverflow(by: factor)
        return Interval(nanoseconds: overflow ? .max : product)
    }
}
