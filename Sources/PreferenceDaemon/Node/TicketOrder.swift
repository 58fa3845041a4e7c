package import PreferenceTree

/// Keeps what the disk's queue had no room for in its place: a refused ticket is told about after those before it.
package struct TicketOrder {
    private struct Entry {
        let ticket: UInt64
        let isRefused: Bool
    }

    package static let refusal = "the disk does not keep up; try again later"

    private var waiting: [Entry] = []

    package init() {}

    /// A ticket was handed over, or refused; answers what can be told now.
    package mutating func submitted(_ ticket: UInt64, isRefused: Bool) -> [Event] {
        waiting.append(Entry(ticket: ticket, isRefused: isRefused))
        return takeRefused()
    }

    /// The disk has answered tickets in their order; answers what can be told now, in order.
    package mutating func completed(_ results: [StoreResult]) -> [Event] {
        var events = takeRefused()
        for result in results {
            if let failure = result.failure {
                events.append(.persistFailed(ticket: result.ticket, message: failure))
            } else {
                events.append(.persisted(ticket: result.ticket))
            }
            if waiting.first?.ticket == result.ticket { waiting.removeFirst() }
            events += takeRefused()
        }
        return events
    }

    private mutating func takeRefused() -> [Event] {
        let refused = waiting.prefix { $0.isRefused }
        waiting.removeFirst(refused.count)
        return refused.map { .persistFailed(ticket: $0.ticket, message: TicketOrder.refusal) }
    }
}
