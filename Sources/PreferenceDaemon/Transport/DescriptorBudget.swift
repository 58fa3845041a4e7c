/// Whether there are descriptors enough for another connection.
///
/// Near the limit listening stops, so that new connections are refused before they are accepted; what comes all the
/// same is let go by `AcceptGuard`. The reserve covers the connections that wait to be accepted, those that come before
/// the node has noticed, and files.
package struct DescriptorBudget {
    package enum Change: Equatable {
        case exhausted
        case recovered
    }

    /// A reserve above this would never be needed.
    private static let largestReserve = 4096
    /// The reserve is this part of the limit.
    private static let reservedPart = 4

    package let limit: Int
    package let reserve: Int
    package private(set) var isExhausted = false

    package init(limit: Int) {
        self.limit = limit
        reserve = min(DescriptorBudget.largestReserve, limit / DescriptorBudget.reservedPart)
    }

    /// Connections that may wait at one endpoint to be accepted.
    package var backlog: Int { max(1, min(Int(SocketPolicy.backlog), reserve / 2)) }

    /// Whether so many descriptors are in use that it is worth counting them.
    package func isNear(_ used: Int) -> Bool { isExhausted || used + 2 * reserve >= limit }

    /// Judges a count; it must fall by a part of the reserve below where it stopped before listening goes on.
    package mutating func judge(used: Int) -> Change? {
        let isOver = used + reserve >= limit
        if !isExhausted, isOver {
            isExhausted = true
            return .exhausted
        }
        if isExhausted, used + reserve + max(1, reserve / 4) <= limit {
            isExhausted = false
            return .recovered
        }
        return nil
    }
}
