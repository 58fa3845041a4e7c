import PreferenceTree
import Preferences

/// A batch on its way to its last outcome.
struct PendingBatch: Sendable {
    enum Role: Sendable {
        /// By the caller, who is told what becomes of it.
        case given
        /// What was held before a loss, stated again.
        case restatement
        /// The word that everything held has been stated again.
        case endOfRestatement
    }

    let batch: Batch
    let role: Role
    /// Until when a node without a catalog is asked again.
    let patience: Instant
    /// The positions in the batch that have no final answer at the node.
    private(set) var remaining: [UInt32]
    private(set) var failures: [PublishedFrame.Failure] = []
    private(set) var retracted: UInt32 = 0
    var retryAt = Instant.distantPast
    /// Whether a frame of it has left in this or an earlier session.
    var isSent = false
    /// Whether an earlier session may have applied it without an answer.
    private var mayBeApplied = false
    /// Whether the outcome of this stage has been told.
    var isSettled = false
    var isConfirmed = false

    init(_ batch: Batch, role: Role, patience: Instant) {
        self.batch = batch
        self.role = role
        self.patience = patience
        remaining = batch.statements.indices.map { UInt32(truncatingIfNeeded: $0) }
    }

    var isDone: Bool { isSettled && (isConfirmed || !batch.confirmAtRoot) }

    func frame(id: UInt64) -> PublishFrame {
        PublishFrame(
            id: id, statements: remaining.map { batch.statements[Int($0)] }, confirmAtRoot: batch.confirmAtRoot,
            stream: batch.stream, replacement: batch.replacement, restated: role == .endOfRestatement)
    }

    /// A session began that knows nothing of it: all is to be stated again.
    ///
    /// Of what the node has acknowledged only what its process may have taken along: stated again, the rest would replace
    /// what others have stated since, and what is held is stated again by itself.
    mutating func startOver() {
        let isKept = isSettled && batch.stream == 0
        remaining = batch.statements.indices.filter { !isKept || batch.statements[$0].lifetime == .volatile }.map {
            UInt32(truncatingIfNeeded: $0)
        }
        failures = []
        retracted = 0
        retryAt = .distantPast
        mayBeApplied = mayBeApplied || isSent
    }

    /// Takes in an answer at the node; what was only refused for want of a catalog remains while `mayRetry`.
    ///
    /// Returns what was accepted and what is refused for good.
    mutating func take(
        _ answer: PublishedFrame, mayRetry: Bool
    ) -> (accepted: [Statement], refused: [(Statement, RequestFault)]) {
        retracted &+= answer.retracted
        var refused: [(Statement, RequestFault)] = []
        var again: [UInt32] = []
        var failed: Set<UInt32> = []
        // A batch that only replaces has one failure, of no statement.
        if batch.statements.isEmpty { failures += answer.failures.prefix(1) }
        for failure in answer.failures where failure.index < UInt32(clamping: remaining.count) {
            let position = remaining[Int(failure.index)]
            // What it was to retract is gone: by itself, the time before.
            if mayBeApplied, failure.fault.code == .notFound,
                case .retract = batch.statements[Int(position)].operation
            {
                continue
            }
            guard failed.insert(position).inserted else { continue }
            if mayRetry, failure.fault.retry, failure.fault.code == .noCatalog {
                again.append(position)
            } else {
                failures.append(PublishedFrame.Failure(index: position, fault: failure.fault))
                refused.append((batch.statements[Int(position)], failure.fault))
            }
        }
        let accepted = remaining.filter { !failed.contains($0) }.map { batch.statements[Int($0)] }
        remaining = again
        return (accepted, refused)
    }
}
