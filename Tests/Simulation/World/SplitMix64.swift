/// The simulator's only randomness: seeded, so that a run can be replayed.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func chance(_ numerator: Int, in denominator: Int) -> Bool { below(denominator) < numerator }

    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    package mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    package mutating func span(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// From `low` to `high`, every doubling as likely as the next.
    package mutating func logarithmic(_ low: Int, _ high: Int) -> Int {
        var doublings = 0
        while low << (doublings + 1) <= high { doublings += 1 }
        while true {
            let floor = low << below(doublings + 1)
            let drawn = within(floor...(2 * floor - 1))
            if drawn <= high { return drawn }
        }
    }
}
