import PreferenceTree
import Preferences

/// The batches of one client: what waits to be sent, what waits for its answer, and what is held.
///
/// A batch stays until its last outcome. After a loss everything that has none is stated again in the order in
/// which it was given; a statement replaces what it names, so saying it twice is saying it once. A node without a
/// catalog refuses for the moment: such statements are stated again, and nothing overtakes them.
struct Publishing: Sendable {
    /// How long to wait before a node without a catalog is asked again.
    static let catalogPause = Interval.milliseconds(100)
    /// What is held is stated again in batches of this many statements, or of this cost.
    private static let restatementCount = 256
    private static let restatementCost = 64 * 1024

    typealias Refusals = [(Statement, RequestFault)]

    private(set) var held = HeldStatements()
    private var batches: [UInt64: PendingBatch] = [:]
    /// In the order of sending; ids of batches that are gone are passed over.
    private var toSend: [UInt64] = []
    private var firstToSend = 0
    private var underway: Set<UInt64> = []
    private var lastID: UInt64 = 0
    /// A catalog once known stays known for the session; until then one batch at a time asks.
    private var catalogKnown = false

    /// Whether every batch has had its last outcome.
    var isIdle: Bool { batches.values.allSatisfy(\.isDone) }

    mutating func add(_ batch: Batch, patience: Instant) -> UInt64 {
        held.note(batch.statements)
        let id = keep(PendingBatch(batch, role: .given, patience: patience))
        toSend.append(id)
        return id
    }

    private mutating func keep(_ pending: PendingBatch) -> UInt64 {
        lastID &+= 1
        batches[lastID] = pending
        return lastID
    }

    /// A session begins: what is held comes first, then all that has no last outcome, then the word that it was all.
    mutating func attached(catalogKnown: Bool) {
        self.catalogKnown = catalogKnown
        underway.removeAll()
        batches = batches.filter { $0.value.role == .given }
        let given = batches.keys.sorted()
        for id in given { batches[id]?.startOver() }
        toSend = []
        firstToSend = 0
        for statements in held.chunks(count: Publishing.restatementCount, cost: Publishing.restatementCost) {
            toSend.append(keep(PendingBatch(Batch(statements), role: .restatement, patience: .distantFuture)))
        }
        toSend += given
        if held.hasEverHeld {
            toSend.append(keep(PendingBatch(Batch([]), role: .endOfRestatement, patience: .distantFuture)))
        }
    }

    mutating func detached() { underway.removeAll() }

    /// The next frame to send, if there is one that may leave now.
    mutating func next(at now: Instant) -> PublishFrame? {
        guard let (id, pending) = head(), pending.retryAt <= now, catalogKnown || underway.isEmpty else { return nil }
        firstToSend += 1
        underway.insert(id)
        batches[id]?.isSent = true
        return pending.frame(id: id)
    }

    /// When `next` is worth another look though nothing arrives; nil: not before something does.
    mutating func nextRetry() -> Instant? {
        guard let (_, pending) = head(), pending.retryAt > .distantPast else { return nil }
        return pending.retryAt
    }

    private mutating func head() -> (UInt64, PendingBatch)? {
        while firstToSend < toSend.count {
            if let pending = batches[toSend[firstToSend]] { return (toSend[firstToSend], pending) }
            firstToSend += 1
        }
        toSend.removeAll(keepingCapacity: true)
        firstToSend = 0
        return nil
    }

    /// What an answer means to the caller, and what was held and is refused now.
    mutating func receive(_ answer: PublishedFrame, at now: Instant) -> (outcome: PublishOutcome?, lost: Refusals) {
        guard var pending = batches[answer.id] else { return (nil, []) }
        if answer.stage == .root { return (confirm(answer.id, pending), []) }
        guard underway.remove(answer.id) != nil else { return (nil, []) }
        let (accepted, refused) = pending.take(answer, mayRetry: now < pending.patience)
        catalogKnown = pending.remaining.isEmpty
        held.accept(accepted)
        if pending.role != .given { for (statement, _) in refused { held.drop(statement) } }
        let lost = pending.role == .given ? [] : refused
        guard pending.remaining.isEmpty else {
            pending.retryAt = now + Publishing.catalogPause
            batches[answer.id] = pending
            toSend.replaceSubrange(0..<firstToSend, with: [answer.id])
            firstToSend = 0
            return (nil, lost)
        }
        return (settle(answer.id, pending), lost)
    }

    /// Another client has taken over, or ended, what this one held; nil: it does not hold that now.
    mutating func lose(_ taken: TakenSource) -> (Statement, RequestFault)? {
        guard let statement = held.take(key: taken.key, source: taken.source) else { return nil }
        let fault = RequestFault(
            code: .held, message: "\(taken.source) of \(taken.key) was taken over by \(taken.by)",
            hint: "it is held no more; use another --source, or --take to take it back")
        return (statement, fault)
    }

    private mutating func settle(_ id: UInt64, _ pending: PendingBatch) -> PublishOutcome? {
        var pending = pending
        let isNews = pending.role == .given && !pending.isSettled
        pending.isSettled = true
        // What was refused altogether is confirmed by nobody.
        if pending.failures.count >= max(1, pending.batch.statements.count) { pending.isConfirmed = true }
        keepOrFinish(id, pending)
        guard isNews else { return nil }
        return PublishOutcome(
            id: id, stage: .node, failures: pending.failures.sorted { $0.index < $1.index },
            retracted: pending.retracted)
    }

    private mutating func confirm(_ id: UInt64, _ pending: PendingBatch) -> PublishOutcome? {
        guard pending.isSettled, pending.batch.confirmAtRoot, !pending.isConfirmed else { return nil }
        var pending = pending
        pending.isConfirmed = true
        keepOrFinish(id, pending)
        return PublishOutcome(id: id, stage: .root, failures: [], retracted: 0)
    }

    /// A batch of a stream stays until the stream has been ended by its replacement.
    private mutating func keepOrFinish(_ id: UInt64, _ pending: PendingBatch) {
        guard pending.isDone else {
            batches[id] = pending
            return
        }
        if let replacement = pending.batch.replacement {
            batches = batches.filter { $0.value.batch.stream != replacement.stream || !$0.value.isDone }
            batches[id] = nil
        } else {
            batches[id] = pending.batch.stream != 0 ? pending : nil
        }
    }
}
