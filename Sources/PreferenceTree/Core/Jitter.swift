package import Preferences

/// The node's only randomness: SplitMix64 over a seed that the shell drew, so that a run can be replayed.
///
/// It does not share the generator of the tests, which may change without the node.
package struct Jitter: Hashable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A span from zero up to `limit`, evenly spread.
    package mutating func upTo(_ limit: Interval) -> Interval {
        let bound = UInt64(clamping: limit.nanoseconds)
        return bound == 0 ? .zero : Interval(nanoseconds: Int64(next() % bound))
    }
}
