package import PreferenceTestSupport

/// What the simulator draws, from its seed alone.
extension SplitMix64 {
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
