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
    /// Of the client: its batches are applied in the order in which they came, over whatever link.
    let instance: UInt64
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
    /// How many of the batches are about each source, and by each client.
    private var subjects: [SourceTable.Identity: Int] = [:]
    private var authors: [UInt64: Int] = [:]

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
        for ready in batch.prepared { subjects[ready.identity, default: 0] += 1 }
        authors[batch.instance, default: 0] += 1
    }

    /// Whether a batch has to wait for one that came before it: of the same client, or about the same source.
    func concerns(_ batch: PendingBatch) -> Bool {
        if batches.isEmpty, released.isEmpty { return false }
        return authors[batch.instance] != nil || batch.prepared.contains { subjects[$0.identity] != nil }
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
        for identity in batch.written { CommitQueue.countDown(&writers[identity]) }
        for ready in batch.prepared { CommitQueue.countDown(&subjects[ready.identity]) }
        CommitQueue.countDown(&authors[batch.instance])
        return batch
    }

    private static func countDown(_ count: inout Int?) {
        if let before = count { count = before > 1 ? before - 1 : nil }
    }
}
