import Preferences

/// A statement that was found right, with everything that will be folded once it is on disk.
struct Prepared: Sendable {
    enum Change: Sendable {
        case publish(SourceEntry)
        case retract(SourceName)
    }

    let key: KeyIndex
    let change: Change
}

/// A client's batch on its way: commit, fold, acknowledge, in the order in which batches came (semantics §5).
struct PendingBatch: Sendable {
    let ticket: UInt64
    let link: LinkID
    let session: UInt64
    let frame: PublishFrame
    let prepared: [Prepared]
    var failures: [PublishedFrame.Failure]
    /// Whether the batch itself wrote something; one that did not only waits for its turn.
    let hasWrites: Bool
    var fault: String?
}

/// Batches whose writes are not on disk yet, oldest first.
struct CommitQueue: Sendable {
    private(set) var lastTicket: UInt64 = 0
    private(set) var persisted: UInt64 = 0
    private(set) var batches: [PendingBatch] = []

    var isEmpty: Bool { batches.isEmpty }

    mutating func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    mutating func append(_ batch: PendingBatch) { batches.append(batch) }

    mutating func fail(_ ticket: UInt64, _ message: String) {
        for position in batches.indices where batches[position].ticket == ticket && batches[position].hasWrites {
            batches[position].fault = message
        }
    }

    /// Batches that may be folded now that everything up to `ticket` has been written or has failed.
    mutating func take(through ticket: UInt64) -> [PendingBatch] {
        persisted = max(persisted, ticket)
        let ready = batches.prefix { $0.ticket <= persisted }
        batches.removeFirst(ready.count)
        return Array(ready)
    }
}
