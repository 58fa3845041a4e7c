import Preferences

// The end of a poll turn: fold what is dirty, tell the board, send what the windows admit.
extension TreeNode {
    mutating func flush() {
        let following = refreshRoster()
        hasJudged = false
        if syncing == nil { foldDirtyKeys() }
        // A key held back for its new definition still contains what is no longer counted, and lacks what came (R11 d).
        upstream.enqueue(following: following, holding: definitionChange != nil)
        if hasJustSynced, syncing == nil {
            hasJustSynced = false
            openBoard()
            tellSyncEnded()
            sayStatus()
        }
        if hasNewInterests {
            hasNewInterests = false
            openBoard()
        }
        if upstream.stage == .ready { beginSnapshotIfReady() }
        if needsSettledMark {
            needsSettledMark = false
            if upstream.stage == .streaming { upstream.enqueue(.settled) }
        }
        placeWaits()
        pumpUpstream()
        pumpSubscribers()
        acknowledge()
    }

    /// What waits in the lists is newer than what was sent, if not the newest.
    mutating func putOffFlush() {
        pumpUpstream()
        pumpSubscribers()
        acknowledge()
    }

    private mutating func foldDirtyKeys() {
        var changed: [Int32] = []
        var covered: [Int32] = []
        for index in keys.takeDirty() where !keys.states[Int(index)].isHeld {
            let (old, hasChanged) = keys.refold(index)
            let reason = keys.states[Int(index)].reason
            keys.states[Int(index)].reason = .published
            if hasChanged || !keys.states[Int(index)].output.state.isEmpty { sendLater(index, old, reason) }
            noteIdle(index)
            switch publish(index, reason: reason) {
            case .changed(let position): changed.append(position)
            case .coverage(let position): covered.append(position)
            case .nothing: break
            }
        }
        tell(changed, covered, at: .here)
        if isRoot { tell(changed, covered, at: .root) }
        tellReleased()
    }

    /// A key that came to the same under its new definition is syncing no longer.
    private mutating func tellReleased() {
        if releasedKeys.isEmpty { return }
        let positions = releasedKeys.compactMap { board.index(of: keys.states[Int($0)].key) }
        releasedKeys = []
        tell(settled: positions, at: .here)
        if isRoot { tell(settled: positions, at: .root) }
    }

    private mutating func sendLater(_ index: KeyIndex, _ old: KeyOutput, _ reason: Reason) {
        guard upstream.stage == .streaming else { return }
        let new = keys.states[Int(index)].output
        var what: Upstream.Pending = []
        if old.partial != new.partial || old.isEmpty != new.isEmpty { what.insert(.partial) }
        if old.sources != new.sources || old.staleSources != new.staleSources { what.insert(.coverage) }
        if !old.state.isEmpty || !new.state.isEmpty { what.insert(.condition) }
        if !what.isEmpty { upstream.enqueue(index, what, reason: reason) }
    }

    private mutating func noteIdle(_ index: KeyIndex) {
        if keys.states[Int(index)].contributions > 0 {
            keys.states[Int(index)].idleSince = nil
        } else if keys.states[Int(index)].idleSince == nil {
            keys.states[Int(index)].idleSince = now
        }
    }

    // MARK: the board

    enum Publication {
        case changed(Int32)
        /// Only coverage or causes are others than before.
        case coverage(Int32)
        case nothing
    }

    /// Compares what the key came to with what its readers were last told (N2).
    private mutating func publish(_ index: KeyIndex, reason: Reason) -> Publication {
        let state = keys.states[Int(index)]
        guard let definition = state.definition else {
            if board.index(of: state.key) != nil { forget(state.key) }
            return .nothing
        }
        let old = board.record(of: state.key)
        var record = record(of: state, definition)
        let isExact = if case .exact = definition.pattern { true } else { false }
        guard let old else {
            if !record.explicit, !isExact, state.references == 0 { return .nothing }
            if !record.explicit, record.state == .ok { return .coverage(board.put(record)) }
            return .changed(announce(&record, reason))
        }
        let isSame =
            old.explicit == record.explicit && old.value == record.value && (old.state == .ok) == (record.state == .ok)
        guard isSame else {
            if old.explicit == record.explicit, old.value == record.value { return .changed(announce(&record, .state)) }
            let vanished = old.explicit && !record.explicit && reason == .published
            return .changed(announce(&record, vanished ? .lost : reason))
        }
        record.revision = old.revision
        record.reason = old.reason
        record.time = old.time
        if record == old { return .nothing }
        return .coverage(board.put(record))
    }

    private mutating func announce(_ record: inout Record, _ reason: Reason) -> Int32 {
        record.revision = board.nextRevision()
        record.reason = reason
        record.time = wall
        if isRoot { unpersistedRecords.insert(record.key) }
        return board.put(record)
    }

    func record(of state: KeyState, _ definition: Definition) -> Record {
        var record = Record(
            key: state.key, value: nil, explicit: state.output.partial != nil, revision: 0, state: .ok, causes: [],
            truncated: state.output.state.contains(.truncated), reason: .snapshot, cause: "", time: wall,
            sources: state.output.sources, staleSources: state.output.staleSources)
        switch definition.lower(state.output.partial) {
        case .value(let value): record.value = value
        case .overflow: record.causes.append("overflow")
        case .undefined: record.causes.append("undefined")
        }
        if let what = definition.unsupported { record.causes.append("unsupported \(what)") }
        record.causes += state.causes(limit: settings.limits.causes)
        if !record.causes.isEmpty || !state.output.state.isEmpty { record.state = .degraded }
        return record
    }

    mutating func forget(_ key: Key) {
        board.remove(key, remembering: settings.limits.rememberedRemovals)
        if isRoot { unpersistedRecords.insert(key) }
        tellForgotten(key, at: .here)
        if isRoot { tellForgotten(key, at: .root) }
    }

    /// The root's last values go to its disk at most once a second, so that a flood of changes costs one write.
    mutating func persistRecords(now isUrgent: Bool = false) {
        guard !unpersistedRecords.isEmpty, isUrgent || now >= nextRecordWrite else { return }
        nextRecordWrite = now + .seconds(1)
        persist(
            unpersistedRecords.sorted().map { key in
                board.record(of: key).map { .published(PublishedRow(record: $0)) } ?? .removePublished(key)
            })
        unpersistedRecords.removeAll()
    }

    // MARK: acknowledgements

    private mutating func acknowledge() {
        for party in owing {
            switch party {
            case .child(let index) where children[Int(index)]?.session?.sequences.owesAcknowledgement == true:
                sendDown(.ping, toChild: index)
            case .client(let link) where clients[link]?.session.sequences.owesAcknowledgement == true:
                sendDown(.ping, toClient: link)
            case .child, .client: break
            }
        }
        owing.removeAll(keepingCapacity: true)
        if let frame = uplink?.acknowledgement(at: now) { directives.append(.sendUp(frame)) }
    }
}
