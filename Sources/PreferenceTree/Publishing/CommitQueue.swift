import Preferences

/// A statement that was found right, with everything that will be folded once it is on disk.
struct Prepared: Sendable {
    enum Change: Sendable {
        case publish(SourceEntry)
        case retract(SourceName)
    }

    let key: KeyIndex
    let change: Change

    func states(_ identity: SourceTable.Identity) -> Bool {
        guard key == identity.key, case .publish(let entry) = change else { return false }
        return entry.name == identity.name
    }
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

    var publications: [SourceTable.Identity] {
        prepared.compactMap { ready in
            guard case .publish(let entry) = ready.change else { return nil }
            return SourceTable.Identity(key: ready.key, name: entry.name)
        }
    }
}

/// Batches whose writes are not on disk yet, oldest first.
struct CommitQueue: Sendable {
    private(set) var lastTicket: UInt64 = 0
    private(set) var persisted: UInt64 = 0
    private(set) var batches: [PendingBatch] = []
    /// How often a contribution is published by batches that are under way.
    private var publishing: [SourceTable.Identity: Int] = [:]

    var isEmpty: Bool { batches.isEmpty }

    mutating func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    mutating func append(_ batch: PendingBatch) {
        batches.append(batch)
        for identity in batch.publications { publishing[identity, default: 0] += 1 }
    }

    /// Whether a batch that is under way to the disk will state this contribution again.
    func isPublishing(_ identity: SourceTable.Identity) -> Bool { publishing[identity] != nil }

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
        for identity in ready.flatMap({ $0.publications }) {
            publishing[identity] = publishing[identity].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        return Array(ready)
    }
}
