/// Something that a run of the simulator must have tried.
package enum Tally: Int, CaseIterable, Sendable {
    case seeds
    case events
    case quietPoints
    case notifications
    case notificationsCompared
    case framesCoded

    case windowsFilled

    case framesDropped
    case framesOvertaken
    case framesDoubled
    case linksDelayed
    case connectionsBroken
    case cuts
    case pauses
    case crashes
    case stops
    case clientsKilled
    case slowDisks
    case fullDisks
    case wipedDisks
    case otherBoots
    case watchersMoved
    case definitionsChanged
    case typesChanged
    case keysRemoved
    case keysAdded
    case clockSteps
    case earlyTimers

    case restartsOfRoot
    case restartsOfAggregators
    case restartsOfLeaves
    case nodesLost
    case nodesForgotten
    case nodesDrained
    case twinsUnderOneParent
    case twinsUnderTwo
    case foreignNodes
    case linksAboveTwins
    case sourcesTaken
    case circles
    case ownGraces
    case wholeValues
    case coverageCompared
    case silentRestarts
    case phasesWithWildTimers

    /// The words of the case.
    package var name: String {
        "\(self)".reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}

/// What the runs of many seeds came to; a zero means that something was never tried.
package struct Counters: Sendable {
    private var counts = [Int](repeating: 0, count: Tally.allCases.count)

    package init() {}

    package mutating func add(_ tally: Tally, _ number: Int = 1) { counts[tally.rawValue] += number }

    package mutating func add(_ other: Counters) {
        for (place, count) in other.counts.enumerated() { counts[place] += count }
    }

    package subscript(tally: Tally) -> Int { counts[tally.rawValue] }

    /// What never happened.
    package var zeros: [Tally] { Tally.allCases.filter { self[$0] == 0 } }

    package var summary: String { Tally.allCases.map { "\($0.name) \(self[$0])" }.joined(separator: ", ") }
}
