import PreferenceTree
import Preferences

/// The names of one contribution at a client's node.
struct ContributionID: Hashable {
    let key: String
    let source: String

    init(key: String, source: String) {
        self.key = key
        self.source = source
    }

    init(_ statement: Statement) {
        key = statement.key
        source = statement.source
    }
}

/// What a client says and has no answer to, and what it says again: after a loss, and to keep a lease.
struct PendingStatements {
    /// What became of the newest statement about one source.
    struct Change {
        let statement: Statement
        let fault: RequestFault?
        let isRefreshed: Bool
        var isRestated = false
    }

    private struct Pending {
        var statement: Statement
        /// The batch it is under way in; 0: none.
        var batch: UInt64 = 0
        var retryAt: Int64 = 0
        var confirmAtRoot = false
        /// Says once more what stands: nothing that anybody waits for.
        var isRefresh = false
        /// Refused because its key is not in the catalog now; it is said again, for it may be there later.
        var isStuck = false
    }

    private var pending: [ContributionID: Pending] = [:]
    private var order: [ContributionID] = []
    private var batches: [UInt64: [ContributionID]] = [:]
    private var lastBatch: UInt64 = 0
    private var held: [ContributionID: Statement] = [:]
    private var heldOrder: [ContributionID] = []
    private var hasEverHeld = false
    private var restatement: UInt64?
    private var restated: [ContributionID] = []
    private var mustRestate = false
    private var restateAt: Int64 = 0
    private var refreshed: [ContributionID: (statement: Statement, every: Int64, due: Int64)] = [:]
    private var refreshOrder: [ContributionID] = []
    /// Batches that asked for the root's confirmation and have none yet, and how many were confirmed.
    private(set) var unconfirmed: Set<UInt64> = []
    private(set) var confirmations = 0
    private(set) var refusals: [RequestFault] = []

    var isIdle: Bool { pending.values.allSatisfy { $0.isRefresh || $0.isStuck } && restatement == nil && !mustRestate }
    var isEmpty: Bool { pending.isEmpty && held.isEmpty && refreshed.isEmpty }

    /// Keys of which something is said again and again until the node's catalog has them.
    var stuckKeys: Set<String> { Set(pending.filter { $0.value.isStuck }.map(\.key.key)) }

    mutating func add(_ statement: Statement, refresh: Int64?, confirmAtRoot: Bool, at now: Int64) {
        let id = ContributionID(statement)
        if pending[id] == nil { order.append(id) }
        pending[id] = Pending(statement: statement, confirmAtRoot: confirmAtRoot)
        if case .publish = statement.operation, let refresh {
            if refreshed[id] == nil { refreshOrder.append(id) }
            refreshed[id] = (statement, refresh, now + refresh)
        } else {
            refreshed[id] = nil
            refreshOrder.removeAll { $0 == id }
        }
    }

    /// States leases again that are due.
    mutating func refresh(at now: Int64) {
        for id in refreshOrder {
            guard var entry = refreshed[id], now >= entry.due else { continue }
            entry.due = now + entry.every
            refreshed[id] = entry
            if pending[id] == nil {
                order.append(id)
                pending[id] = Pending(statement: entry.statement, isRefresh: true)
            }
        }
    }

    /// A session begins: what is held comes first, then all that has no answer.
    mutating func attached() {
        for id in order { pending[id]?.batch = 0 }
        batches.removeAll()
        unconfirmed.removeAll()
        restatement = nil
        mustRestate = hasEverHeld
    }

    mutating func detached() { mustRestate = hasEverHeld }

    mutating func processEnded() {
        detached()
        held.removeAll()
        heldOrder.removeAll()
        hasEverHeld = false
        mustRestate = false
        restatement = nil
    }

    mutating func next(at now: Int64) -> PublishFrame? {
        if mustRestate, restateAt <= now {
            mustRestate = false
            lastBatch += 1
            restatement = lastBatch
            // Of what has been said otherwise meanwhile, the newest is under way by itself.
            restated = heldOrder.filter { pending[$0] == nil }
            return PublishFrame(id: lastBatch, statements: restated.compactMap { held[$0] }, restated: true)
        }
        var ids: [ContributionID] = []
        var confirm = false
        for id in order {
            guard let entry = pending[id], entry.batch == 0, entry.retryAt <= now else { continue }
            if ids.count == 16 || (!ids.isEmpty && entry.confirmAtRoot != confirm) { break }
            confirm = entry.confirmAtRoot
            ids.append(id)
        }
        if ids.isEmpty { return nil }
        lastBatch += 1
        for id in ids {
            pending[id]?.batch = lastBatch
            if pending[id]?.statement.lifetime == .held { hasEverHeld = true }
        }
        batches[lastBatch] = ids
        if confirm { unconfirmed.insert(lastBatch) }
        return PublishFrame(
            id: lastBatch, statements: ids.compactMap { pending[$0]?.statement }, confirmAtRoot: confirm)
    }

    mutating func receive(_ answer: PublishedFrame, at now: Int64) -> [Change] {
        if answer.stage == .root {
            if unconfirmed.remove(answer.id) != nil { confirmations += 1 }
            return []
        }
        if answer.id == restatement {
            restatement = nil
            if answer.failures.contains(where: { PendingStatements.isPassing($0.fault) }) {
                (mustRestate, restateAt) = (true, now + VirtualTime.tick)
                return []
            }
            // What is refused now (its key is gone, or someone took it) is held no more.
            var changes: [Change] = []
            for (place, id) in restated.enumerated() {
                guard let statement = held[id], pending[id] == nil else { continue }
                let fault = fault(of: place, answer)
                changes.append(Change(statement: statement, fault: fault, isRefreshed: false, isRestated: true))
                if fault != nil { held[id] = nil }
            }
            heldOrder.removeAll { held[$0] == nil }
            return changes
        }
        guard let ids = batches.removeValue(forKey: answer.id) else { return [] }
        var changes: [Change] = []
        for (place, id) in ids.enumerated() {
            guard let entry = pending[id], entry.batch == answer.id else { continue }
            let fault = fault(of: place, answer)
            if let fault, PendingStatements.isPassing(fault) {
                pending[id]?.batch = 0
                pending[id]?.retryAt = now + VirtualTime.tick
                continue
            }
            if let fault { refusals.append(fault) }
            if let fault, fault.code == .unknownKey {
                // Whether an earlier one that was lost with its session was heard shows when the key is back.
                pending[id]?.batch = 0
                pending[id]?.retryAt = now + VirtualTime.ticks(3)
                pending[id]?.isStuck = true
                changes.append(Change(statement: entry.statement, fault: fault, isRefreshed: refreshed[id] != nil))
                continue
            }
            if fault?.code == .wrongType {
                // The key has another type since. Whether an earlier statement was heard is not known: none stands then.
                var retraction = entry.statement
                retraction.operation = .retract
                pending[id] = Pending(statement: retraction)
                refreshed[id] = nil
                refreshOrder.removeAll { $0 == id }
                continue
            }
            pending[id] = nil
            order.removeAll { $0 == id }
            changes.append(Change(statement: entry.statement, fault: fault, isRefreshed: refreshed[id] != nil))
            // What a retraction does not find is not held either.
            if fault == nil || fault?.code == .notFound { note(id, entry.statement) }
        }
        return changes
    }

    private static func isPassing(_ fault: RequestFault) -> Bool {
        fault.retry || fault.code == .noCatalog || fault.code == .storage
    }

    private func fault(of place: Int, _ answer: PublishedFrame) -> RequestFault? {
        answer.failures.first { Int($0.index) == place }?.fault
    }

    /// Another client holds it now.
    mutating func lose(key: String, source: String) {
        let id = ContributionID(key: key, source: source)
        held[id] = nil
        heldOrder.removeAll { $0 == id }
    }

    func holds(key: String, source: String) -> Bool { held[ContributionID(key: key, source: source)] != nil }

    private mutating func note(_ id: ContributionID, _ statement: Statement) {
        if case .publish = statement.operation, statement.lifetime == .held {
            if held[id] == nil { heldOrder.append(id) }
            held[id] = statement
        } else {
            held[id] = nil
            heldOrder.removeAll { $0 == id }
        }
    }
}
