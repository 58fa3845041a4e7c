import Preferences

// What the node sends its parent: the snapshot, then what changed, in order, within the parent's window
// (R4, R5, R7, R8).
extension TreeNode {
    /// The snapshot is one pass over the key table: every key joins the list once, the end mark follows; what
    /// changes after its turn joins again behind the mark.
    ///
    /// Only a flush calls it, after its fold: between a wait that ended and that fold the outputs are still those
    /// of a node that knows nothing. It waits for a changed definition to settle, for the keys held back meanwhile
    /// would be missing.
    mutating func beginSnapshotIfReady() {
        guard upstream.stage == .ready, upstream.hasCatalog, syncing == nil, definitionChange == nil else { return }
        upstream.stage = .streaming
        for (position, state) in keys.states.enumerated() where keys.index(of: state.key) == KeyIndex(position) {
            if !state.output.isEmpty, !state.isHeld {
                upstream.enqueue(
                    KeyIndex(position),
                    state.output.state.isEmpty ? [.partial, .coverage] : [.partial, .coverage, .condition],
                    reason: .snapshot)
            }
        }
        upstream.enqueue(.end)
        upstream.enqueue(.settled)
        if !openWaits.isEmpty {
            upstream.enqueue(.waits(openWaits))
            openWaits = []
        }
    }

    /// Sends as much as the window admits.
    mutating func pumpUpstream() {
        guard upstream.stage == .streaming else { return }
        while !upstream.isEmpty, uplink?.hasCredit == true {
            var frame = StateFrame()
            frame.catalogHash = catalog.hash
            if !upstream.sentBegin {
                frame.marks.insert(.begin)
                upstream.sentBegin = true
            }
            frame.released = upstream.takeReleased()
            let stop = fill(&frame)
            if !frame.isEmpty { sendUp(.state(frame)) }
            switch stop {
            case .follow(let names)?: sendEntries(upstream.takeFollowing(names))
            case .waits(let waits)?:
                sendUp(.mark)
                upstream.tie(waits, to: uplink?.attachment?.sequences.sent ?? 0)
            case .key, .end, .settled, nil: break
            }
        }
    }

    /// Moves keys from the list into a frame until it is full, the list is empty, or something else has its turn.
    private mutating func fill(_ frame: inout StateFrame) -> Upstream.Item? {
        var cost = 0
        while cost < settings.limits.frameTarget, let item = upstream.pop() {
            switch item {
            case .key(let index): cost += append(index, to: &frame)
            case .end: frame.marks.insert(.end)
            case .settled: frame.marks.insert(.settled)
            case .follow, .waits: return item
            }
            if frame.marks.contains(.end) || frame.marks.contains(.settled) { return nil }
        }
        return nil
    }

    /// Puts one key into the columns; returns about how many bytes it takes.
    private mutating func append(_ index: KeyIndex, to frame: inout StateFrame) -> Int {
        let (what, reason) = upstream.takePending(index)
        guard what.contains(.queued), !keys.states[Int(index)].isHeld else { return 0 }
        let output = keys.states[Int(index)].output
        let (id, isNew) = upstream.id(of: index)
        var cost = 12
        if isNew {
            frame.names.append(StateFrame.Name(id: id, key: keys.states[Int(index)].key))
            cost += keys.states[Int(index)].key.text.utf8.count + 8
        }
        if output.isEmpty {
            frame.removals.append(StateFrame.Removal(id: id, reason: reason))
            return cost
        }
        if what.contains(.partial) || isNew {
            cost += append(output.partial, type: keys.states[Int(index)].definition?.type, id: id, to: &frame)
            if reason != .published, reason != .snapshot {
                frame.reasons.append(StateFrame.Removal(id: id, reason: reason))
            }
        }
        if what.contains(.coverage) || isNew {
            frame.coverageIDs.append(id)
            frame.liveSources.append(output.sources &- output.staleSources)
            frame.staleSources.append(output.staleSources)
            cost += 12
        }
        if what.contains(.condition) || (isNew && !output.state.isEmpty) {
            let causes = keys.states[Int(index)].causes(limit: settings.limits.causes)
            frame.conditions.append(StateFrame.Condition(id: id, state: output.state, causes: causes))
            cost += 8 + causes.reduce(0) { $0 + $1.utf8.count }
        }
        return cost
    }

    private func append(_ partial: Partial?, type: ValueType?, id: UInt32, to frame: inout StateFrame) -> Int {
        switch partial?.column(of: type) {
        case .float(let value)?:
            frame.floatIDs.append(id)
            frame.floats.append(value)
            return 12
        case .int(let value)?:
            frame.intIDs.append(id)
            frame.ints.append(value)
            return 12
        case nil:
            frame.others.append(StateFrame.Other(id: id, partial: partial))
            return partial?.cost ?? 1
        }
    }

    // MARK: waits for the root (R8)

    /// The child wants to know when all that it sent before this frame has been applied.
    mutating func markReceived(fromChild index: Int32) {
        guard let session = children[Int(index)]?.session else { return }
        addWait(.child(link: session.link, session: session.number, sequence: session.sequences.received))
    }

    mutating func addWait(_ wait: Wait) { pendingWaits.append(wait) }

    /// After the fold of a flush: at the root what came before is applied; elsewhere the wait joins the list.
    mutating func placeWaits() {
        // A key that is held for its new definition is not in the folds yet (L9).
        guard !pendingWaits.isEmpty, syncing == nil, definitionChange == nil else { return }
        let ready = pendingWaits.filter { isFolded($0) }
        pendingWaits = pendingWaits.filter { !isFolded($0) }
        if isRoot {
            for wait in ready { fulfil(wait) }
        } else if upstream.stage == .streaming {
            if !ready.isEmpty { upstream.enqueue(.waits(ready)) }
        } else {
            for wait in ready { keepOpen(wait) }
        }
    }

    /// While cut off: of a child's session the last wait covers those before it.
    private mutating func keepOpen(_ wait: Wait) {
        if case .child(let link, let session, _) = wait {
            openWaits.removeAll { if case .child(link, session, _) = $0 { true } else { false } }
        }
        openWaits.append(wait)
    }

    /// Nobody is there any more to be told.
    mutating func dropWaits(of link: LinkID) {
        openWaits.removeAll { $0.link == link }
        pendingWaits.removeAll { $0.link == link }
    }

    /// Whether what the wait stands for is in this node's folds: not while the child's generation is staged.
    private func isFolded(_ wait: Wait) -> Bool {
        guard case .child(let link, let session, _) = wait else { return true }
        guard let index = childLinks[link], let child = children[Int(index)], child.session?.number == session else {
            return true
        }
        return child.staged == nil
    }

    mutating func fulfil(_ wait: Wait) {
        switch wait {
        case .client(let link, let session, let publication):
            guard clients[link]?.session.number == session else { return }
            sendDown(.published(PublishedFrame(id: publication, stage: .root)), toClient: link)
        case .child(let link, let session, let sequence):
            guard let index = childLinks[link], children[Int(index)]?.session?.number == session else { return }
            sendDown(.watermark(sequence), toChild: index)
        }
    }
}

extension Partial {
    /// The partial as one number of a column. A float key keeps to floats, so that a slot keeps its kind.
    func column(of type: ValueType?) -> ColumnNumber? {
        if type == .float {
            switch self {
            case .sum(let number), .mean(let number, count: 1):
                if let value = number.exactDouble { return .float(value) }
                if case .sum = self { return number.exactInt64.map { .int($0) } }
                return nil
            default: break
            }
        }
        return FoldResult(partial: self).column
    }
}
