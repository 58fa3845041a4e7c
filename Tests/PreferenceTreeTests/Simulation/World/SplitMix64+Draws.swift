import PreferenceTestSupport

// The draws of the simulator, which has no other randomness.
extension SplitMix64 {
    mutating func chance(_ numerator: Int, in denominator: Int) -> Bool { below(denominator) < numerator }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    mutating func span(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// From `low` to `high`, every doubling as likely as the next.
    mutating func logarithmic(_ low: Int, _ high: Int) -> Int {
        var doublings = 0
        while low << (doublings + 1) <= high { doublings += 1 }
        let floor = low << below(doublings + 1)
        return min(high, within(floor...(2 * floor - 1)))
    }
}
