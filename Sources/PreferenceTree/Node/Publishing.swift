import Preferences

// What clients state: judged, committed, folded, acknowledged, in that order (semantics §5).
extension TreeNode {
    mutating func receivePublish(_ frame: PublishFrame, from link: LinkID) {
        guard let client = clients[link] else { return }
        var prepared: [Prepared] = []
        var failures: [PublishedFrame.Failure] = []
        for (position, statement) in frame.statements.enumerated() {
            switch prepare(statement, by: client, stream: frame.stream, after: prepared) {
            case .success(let ready):
                prepared.append(ready)
            case .failure(let fault):
                failures.append(PublishedFrame.Failure(index: UInt32(position), fault: fault))
            }
        }
        if let replacement = frame.replacement { prepared += replaced(by: replacement, besides: prepared) }
        var writes: [StoreWrite] = []
        var written: Set<SourceTable.Identity> = []
        for ready in prepared {
            guard let write = write(for: ready, after: written) else { continue }
            writes.append(write)
            written.insert(ready.identity)
        }
        for ready in prepared { keys.states[Int(ready.key)].references += 1 }
        let ticket = writes.isEmpty ? commits.lastTicket : persist(writes, isOwn: false)
        let batch = PendingBatch(
            ticket: ticket, link: link, session: client.session.number, instance: client.instance, frame: frame,
            prepared: prepared, failures: failures, written: written, fault: nil)
        // What needs no disk does not wait for it (semantics §5).
        if writes.isEmpty, !commits.concerns(batch) {
            apply(batch)
        } else {
            commits.append(batch)
        }
    }

    /// Hands writes to the disk; the ticket comes back with `persisted`. Those of a client are not the node's own.
    @discardableResult
    mutating func persist(_ writes: [StoreWrite], isOwn: Bool = true) -> UInt64 {
        if writes.isEmpty { return commits.lastTicket }
        let ticket = commits.nextTicket()
        writesUnderWay.submitted(ticket, writes, isOwn: isOwn)
        directives.append(.persist(ticket: ticket, writes))
        return ticket
    }

    mutating func persisted(_ ticket: UInt64) {
        if storageFault != nil { log(.notice, "the disk takes writes again") }
        storageFault = nil
        troubles.settle(.disk)
        writesUnderWay.persisted(ticket)
        enrolled(through: ticket, failed: false)
        commits.release(through: ticket)
        while let batch = commits.takeNext() { apply(batch) }
    }

    mutating func persistFailed(_ ticket: UInt64, _ message: String) {
        if storageFault == nil { complain(.error, "the disk refuses writes: \(message)", about: .disk) }
        storageFault = message
        writesUnderWay.failed(ticket)
        nextDebtPayment = now + .seconds(1)
        enrolled(through: ticket, failed: true)
        commits.fail(ticket, message)
        commits.release(through: ticket)
        while let batch = commits.takeNext() { apply(batch) }
    }

    /// What the disk refused of the node's own is tried again, once a second.
    mutating func payDebts() {
        guard !writesUnderWay.owesNothing, now >= nextDebtPayment else { return }
        nextDebtPayment = now + .seconds(1)
        persist(writesUnderWay.takeDebts())
    }

    // MARK: judge

    private mutating func prepare(
        _ statement: Statement, by client: ClientPeer, stream: UInt64, after earlier: [Prepared]
    ) -> Result<Prepared, RequestFault> {
        guard catalog.generation > 0 else {
            return .failure(noCatalog)
        }
        let name: Key
        let source: SourceName
        do {
            name = try Key(statement.key)
            source = try SourceName(statement.source)
        } catch {
            return .failure(RequestFault(code: .invalidName, message: error.description))
        }
        let resolved = catalog.resolve(name)
        switch statement.operation {
        case .retract:
            // What the catalog no longer has is still there to be retracted.
            let key = resolved?.key ?? name
            guard let index = keys.index(of: key), exists(index, source, after: earlier) else {
                return .failure(
                    RequestFault(code: .notFound, message: "\(source) states nothing for \(key) at \(ownPath)"))
            }
            if let fault = heldByAnother(index, source, client, take: statement.take) { return .failure(fault) }
            return .success(Prepared(key: index, change: .retract(source)))
        case .publish(let value):
            guard let (key, shared) = resolved else { return .failure(unknownKey(name.text)) }
            return prepare(value, key, shared.definition, source, statement, by: client, stream: stream)
        }
    }

    private mutating func prepare(
        _ value: Value, _ key: Key, _ definition: Definition, _ source: SourceName, _ statement: Statement,
        by client: ClientPeer, stream: UInt64
    ) -> Result<Prepared, RequestFault> {
        let accepted: Value
        switch definition.accept(value) {
        case .success(let value): accepted = value
        case .failure(let fault):
            return .failure(RequestFault(code: fault.code, message: "\(key): \(fault)"))
        }
        guard let index = ensureKey(key) else {
            return .failure(
                RequestFault(
                    code: .limit, message: "\(ownName) has no room for another key under \(definition.pattern)",
                    hint: "raise [limits] keys there, or max_keys of the definition"))
        }
        if let fault = heldByAnother(index, source, client, take: statement.take) { return .failure(fault) }
        if sources.index(key: index, name: source) == nil, sources.count >= settings.limits.sources {
            return .failure(
                RequestFault(
                    code: .limit, message: "\(ownName) has its \(settings.limits.sources) sources",
                    hint: "raise [limits] sources there"))
        }
        let lifetime: (kind: LifetimeKind, lease: Interval?)
        switch definition.lifetime(for: statement.lifetime) {
        case .success(let found): lifetime = found
        case .failure(let fault): return .failure(fault)
        }
        let entry = SourceEntry(
            key: index, name: source, value: accepted, rank: statement.rank, lifetime: lifetime.kind,
            lease: lifetime.lease, deadline: lifetime.lease.map { now + $0 },
            holder: lifetime.kind == .held ? client.instance : nil, since: wall, by: client.by, stream: stream, slot: -1
        )
        return .success(Prepared(key: index, change: .publish(entry)))
    }

    var noCatalog: RequestFault {
        RequestFault(
            code: .noCatalog, message: "\(ownName) has no catalog yet: it has not reached its root",
            hint: "prefctl status there says why", retry: true)
    }

    func unknownKey(_ name: String) -> RequestFault {
        let near = catalog.catalog?.suggestions(for: name) ?? []
        return RequestFault(
            code: .unknownKey, message: "\(name) is not in the catalog of tree \(settings.tree)",
            hint: near.isEmpty ? "declare it at the root under [keys]" : "did you mean \(near.joined(separator: ", "))?"
        )
    }

    private func exists(_ key: KeyIndex, _ source: SourceName, after earlier: [Prepared]) -> Bool {
        if sources.index(key: key, name: source) != nil { return true }
        func publishes(_ prepared: Prepared) -> Bool {
            guard prepared.key == key, case .publish(let entry) = prepared.change else { return false }
            return entry.name == source
        }
        return earlier.contains(where: publishes) || commits.batches.contains { $0.prepared.contains(where: publishes) }
    }

    private func heldByAnother(
        _ key: KeyIndex, _ source: SourceName, _ client: ClientPeer, take: Bool
    ) -> RequestFault? {
        guard !take, let index = sources.index(key: key, name: source), let entry = sources[index],
            let holder = entry.holder, holder != client.instance,
            let other = clientInstances[holder].flatMap({ clients[$0] })
        else { return nil }
        return RequestFault(
            code: .held, message: "\(source) of \(keys.states[Int(key)].key) is held by \(other.who)",
            hint: "use another --source, or --take to take it over")
    }

    /// What a stream's end retracts: everything of its source that it did not name.
    private func replaced(by replacement: PublishFrame.Replacement, besides prepared: [Prepared]) -> [Prepared] {
        let named = Set(
            prepared.compactMap { ready -> SourceTable.Identity? in
                guard case .publish(let entry) = ready.change else { return nil }
                return SourceTable.Identity(key: ready.key, name: entry.name)
            })
        return sources.entries.compactMap { entry in
            guard let entry, entry.stream != replacement.stream else { return nil }
            let isOfStream =
                Bytewise.equal(entry.name.text, replacement.source)
                || entry.name.text.utf8.starts(with: (replacement.source + "{").utf8)
            let identity = SourceTable.Identity(key: entry.key, name: entry.name)
            guard isOfStream, !named.contains(identity) else { return nil }
            return Prepared(key: entry.key, change: .retract(entry.name))
        }
    }

    private func write(for prepared: Prepared, after written: Set<SourceTable.Identity>) -> StoreWrite? {
        let key = keys.states[Int(prepared.key)].key
        switch prepared.change {
        case .publish(let entry):
            guard entry.lifetime.isWritten else {
                // What stands under this name, or is about to, may be on disk.
                let old = sources.index(key: prepared.key, name: entry.name).flatMap { sources[$0] }
                let identity = prepared.identity
                let mayBeOnDisk =
                    old?.lifetime.isWritten == true || written.contains(identity) || commits.writes(identity)
                return mayBeOnDisk ? .removeContribution(key: key, source: entry.name) : nil
            }
            return .contribution(row(of: entry, key: key))
        case .retract(let source): return .removeContribution(key: key, source: source)
        }
    }

    private func row(of entry: SourceEntry, key: Key) -> ContributionRow {
        ContributionRow(
            key: key, source: entry.name, value: entry.value, rank: entry.rank, lifetime: entry.lifetime,
            lease: entry.lease, deadline: entry.deadline, holder: entry.holder, since: entry.since, by: entry.by)
    }

    // MARK: fold

    private mutating func apply(_ batch: PendingBatch) {
        var failures = batch.failures
        var retracted: UInt32 = 0
        for prepared in batch.prepared { keys.states[Int(prepared.key)].references -= 1 }
        if let fault = batch.fault {
            let refusal = RequestFault(
                code: .storage, message: "\(ownName) cannot write to its disk: \(fault)",
                hint: "free space or repair the data directory there", retry: true)
            // The end of a stream that replaces has no statement: its failure stands at 0.
            failures = (0..<max(1, batch.frame.statements.count)).map { position in
                PublishedFrame.Failure(index: UInt32(position), fault: refusal)
            }
            removeOrphans(of: batch)
        } else {
            for identity in batch.written { _ = commits.takeSpared(identity) }
            for prepared in batch.prepared { retracted += apply(prepared, batch) }
            if batch.frame.restated, let client = clients[batch.link], client.session.number == batch.session {
                endUnstated(of: client.instance)
                finishSyncingIfReady()
            }
        }
        guard let client = clients[batch.link], client.session.number == batch.session else { return }
        sendDown(
            .published(PublishedFrame(id: batch.frame.id, stage: .node, failures: failures, retracted: retracted)),
            toClient: batch.link)
        if batch.frame.confirmAtRoot, batch.fault == nil {
            addWait(.client(link: batch.link, session: batch.session, publication: batch.frame.id))
        }
    }

    /// What ended while this batch was to replace its row on disk has left the row behind.
    private mutating func removeOrphans(of batch: PendingBatch) {
        let orphans = batch.prepared.map(\.identity).filter {
            batch.written.contains($0) && !commits.writes($0) && commits.takeSpared($0)
                && sources.index(key: $0.key, name: $0.name) == nil
        }
        persist(orphans.map { .removeContribution(key: keys.states[Int($0.key)].key, source: $0.name) })
    }

    /// Whoever held what another client states or ends now is told: it believes that its value stands.
    private mutating func tellHolder(of prepared: Prepared, takenIn batch: PendingBatch) {
        let source = prepared.identity.name
        guard let index = sources.index(key: prepared.key, name: source), let holder = sources[index]?.holder,
            let link = clientInstances[holder], link != batch.link
        else { return }
        // It may itself state it again from a session before its present one.
        if case .publish(let entry) = prepared.change, entry.holder == holder { return }
        let by = clients[batch.link]?.who ?? "a client that has left"
        let taken = TakenSource(key: keys.states[Int(prepared.key)].key.text, source: source.text, by: by)
        sendDown(.taken(taken), toClient: link)
    }

    private mutating func apply(_ prepared: Prepared, _ batch: PendingBatch) -> UInt32 {
        tellHolder(of: prepared, takenIn: batch)
        switch prepared.change {
        case .publish(let entry):
            addSource(entry)
            if entry.holder != nil { settleHeld(entry, link: batch.link, session: batch.session) }
            return 0
        case .retract(let name):
            guard let index = sources.index(key: prepared.key, name: name) else { return 0 }
            removeSource(index, reason: .retracted, persisted: true)
            return 1
        }
    }
}

extension ValueFault {
    /// The closed code under which a client sees the fault.
    var code: FaultCode {
        switch self {
        case .wrongType, .notNullable: .wrongType
        case .tooLarge: .tooLarge
        default: .invalidValue
        }
    }
}
