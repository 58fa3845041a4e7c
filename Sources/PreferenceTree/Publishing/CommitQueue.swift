import Preferences

/// A statement that was found right, with everything that will be folded once it is on disk.
struct Prepared: Sendable {
    enum Change: Sendable {
        case publish(SourceEntry)
        case retract(SourceName)
    }

    let key: KeyIndex
    let change: Change

    var identity: SourceTable.Identity {
        switch change {
        case .publish(let entry): SourceTable.Identity(key: key, name: entry.name)
        case .retract(let name): SourceTable.Identity(key: key, name: name)
        }
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
    /// Whose rows the batch itself writes or removes; one that has none only waits for its turn.
    let written: Set<SourceTable.Identity>
    var fault: String?
}

/// Batches whose writes are not on disk yet, oldest first.
struct CommitQueue: Sendable {
    private(set) var lastTicket: UInt64 = 0
    private(set) var persisted: UInt64 = 0
    private(set) var batches: [PendingBatch] = []
    /// Batches that may be folded, the oldest last.
    private var released: [PendingBatch] = []
    /// How many of the batches write each row.
    private var writers: [SourceTable.Identity: Int] = [:]

    var isEmpty: Bool { batches.isEmpty }

    mutating func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    /// Rows of ended contributions that were not removed, because a batch under way replaces them.
    private var spared: Set<SourceTable.Identity> = []

    mutating func spare(_ identity: SourceTable.Identity) { spared.insert(identity) }

    /// Whether a row was spared; it is dealt with now.
    mutating func takeSpared(_ identity: SourceTable.Identity) -> Bool { spared.remove(identity) != nil }

    /// Whether the row of a source is about to be replaced or removed.
    func writes(_ identity: SourceTable.Identity) -> Bool { writers[identity] != nil }

    mutating func append(_ batch: PendingBatch) {
        batches.append(batch)
        for identity in batch.written { writers[identity, default: 0] += 1 }
    }

    mutating func fail(_ ticket: UInt64, _ message: String) {
        for position in batches.indices where batches[position].ticket == ticket && !batches[position].written.isEmpty {
            batches[position].fault = message
        }
    }

    /// Everything up to `ticket` has been written or has failed.
    mutating func release(through ticket: UInt64) {
        persisted = max(persisted, ticket)
        let ready = batches.prefix { $0.ticket <= persisted }
        released = ready.reversed() + released
        batches.removeFirst(ready.count)
    }

    /// The oldest batch that may be folded.
    mutating func takeNext() -> PendingBatch? {
        guard let batch = released.popLast() else { return nil }
        for identity in batch.written {
            guard let count = writers[identity] else { continue }
            writers[identity] = count > 1 ? count - 1 : nil
        }
        return batch
    }
}
