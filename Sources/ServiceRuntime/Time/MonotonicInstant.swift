internal import CLinux

/// A moment of CLOCK_MONOTONIC: it never steps, and means nothing after a restart of the machine.
package struct MonotonicInstant: Hashable, Comparable, Sendable {
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: MonotonicInstant {
        MonotonicInstant(nanoseconds: clinux_monotonic_nanoseconds())
    }

    package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment that much later, or the last one there is.
    package func advanced(byNanoseconds span: Int64) -> MonotonicInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(span)
        return MonotonicInstant(nanoseconds: overflow ? (span < 0 ? .min : .max) : sum)
    }

    /// How long after `earlier` this is, in nanoseconds.
    package func since(_ earlier: MonotonicInstant) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (nanoseconds < 0 ? .min : .max) : difference
    }
}
