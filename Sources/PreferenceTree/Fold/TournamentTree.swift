/// Who wins among the keys of a column, kept as matches between neighbours.
///
/// A change replays the matches of its slot upward and stops at the first whose winner it neither was nor becomes:
/// mostly after one or two, however many slots there are. Keys are compared as they stand in the column and the
/// larger wins; a slot without a number has the key 0, the smallest.
struct TournamentTree: Sendable {
    /// Match i is won by entry i, who goes on to match i / 2; match 1 is the final.
    ///
    /// Slots 2j and 2j + 1 play in match (capacity / 2) + j. Entry 0 is not used; a single slot plays no match.
    private var winners: [Int32] = []

    /// The slot that holds the largest key.
    var winner: Int { winners.count > 1 ? Int(winners[1]) : 0 }

    /// Plays every match; the number of keys is a power of two.
    mutating func rebuild(_ keys: [UInt64]) {
        guard keys.count > 1 else { return }
        winners = [Int32](repeating: 0, count: keys.count)
        for match in (1..<keys.count).reversed() {
            let (left, right) = (entrant(2 * match), entrant(2 * match + 1))
            winners[match] = Int32(keys[left] >= keys[right] ? left : right)
        }
    }

    private func entrant(_ position: Int) -> Int {
        position < winners.count ? Int(winners[position]) : position - winners.count
    }

    /// Replays the matches of `slot`, whose key was `old`; returns whether the largest key is another.
    @inline(__always)
    mutating func update(_ slot: Int, from old: UInt64, in keys: [UInt64]) -> Bool {
        guard winners.count > 1 else { return true }
        var current = slot
        var match = (slot &+ winners.count) &>> 1
        var rival = slot ^ 1
        while true {
            let previous = Int(winners[match])
            if keys[rival] >= keys[current] { current = rival }
            if current == previous && current != slot { return false }
            winners[match] = Int32(truncatingIfNeeded: current)
            if match == 1 { return (previous == slot ? old : keys[previous]) != keys[current] }
            rival = Int(winners[match ^ 1])
            match &>>= 1
        }
    }
}
