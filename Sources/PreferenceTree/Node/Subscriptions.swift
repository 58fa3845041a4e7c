import Preferences

/// Whoever has a session from below.
enum Party: Hashable, Sendable {
    case child(Int32)
    case client(LinkID)
}

// Standing interests: snapshot, end mark, then changes only, within each subscriber's window (N1–N7).
extension TreeNode {
    mutating func subscribe(_ asked: SubscribeFrame, from party: Party) {
        var frame = asked
        frame.patterns = canonical(asked.patterns)
        var subscriber = self[party, frame.standpoint] ?? Subscriber()
        if subscriber.interests.contains(where: { $0.frame.id == frame.id }) { unsubscribe(frame.id, from: party) }
        subscriber = self[party, frame.standpoint] ?? Subscriber()
        var interest = Subscriber.Interest(asked: asked, frame: frame)
        if !listeners.contains(party) { listeners.append(party) }
        if frame.standpoint == .root, !isRoot {
            for pattern in frame.patterns { ask(Mirror.Pattern(pattern: pattern, coverage: frame.coverage)) }
        } else {
            interest.referred = refer(to: frame)
        }
        subscriber.interests.append(interest)
        self[party, frame.standpoint] = subscriber
        // A snapshot taken now would miss keys that this turn has declared and not folded yet.
        hasNewInterests = true
    }

    /// A name that is an alias stands for its key.
    private func canonical(_ patterns: [KeyPattern]) -> [KeyPattern] {
        patterns.map { pattern in
            if case .exact(let name) = pattern, let key = catalog.resolve(name)?.key { .exact(key) } else { pattern }
        }
    }

    /// Another catalog may give names another meaning: those who asked by them get a snapshot that replaces.
    mutating func renameInterests() {
        for party in listeners {
            for standpoint in [Standpoint.here, .root] {
                for interest in self[party, standpoint]?.interests ?? []
                where canonical(interest.asked.patterns) != interest.frame.patterns {
                    var again = interest.asked
                    if interest.isReady { again.after = Position(epoch: 0, revision: 0) }
                    subscribe(again, from: party)
                }
            }
        }
    }

    mutating func unsubscribe(_ id: UInt32, from party: Party) {
        for standpoint in [Standpoint.here, .root] {
            guard var subscriber = self[party, standpoint] else { continue }
            for interest in subscriber.interests where interest.frame.id == id { release(interest) }
            subscriber.end(subscription: id)
            self[party, standpoint] = subscriber.interests.isEmpty ? nil : subscriber
        }
        forgetIfSilent(party)
    }

    private mutating func forgetIfSilent(_ party: Party) {
        if self[party, .here] == nil, self[party, .root] == nil { listeners.removeAll { $0 == party } }
    }

    mutating func endSubscriptions(of party: Party) {
        for standpoint in [Standpoint.here, .root] {
            for interest in self[party, standpoint]?.interests ?? [] { release(interest) }
            self[party, standpoint] = nil
        }
        forgetIfSilent(party)
    }

    private mutating func release(_ interest: Subscriber.Interest) {
        let frame = interest.frame
        if frame.standpoint == .root, !isRoot {
            for pattern in frame.patterns {
                if let id = mirror?.leave(Mirror.Pattern(pattern: pattern, coverage: frame.coverage)) {
                    sendUp(.unsubscribe(id))
                }
            }
        } else {
            for index in interest.referred { keys.states[Int(index)].references -= 1 }
        }
    }

    /// Another catalog has come: what is subscribed names keys as it says, not as the one before did.
    mutating func referToSubscribedKeys() {
        for party in listeners {
            for standpoint in isRoot ? [Standpoint.here, .root] : [.here] {
                guard var subscriber = self[party, standpoint] else { continue }
                for position in subscriber.interests.indices {
                    let before = subscriber.interests[position].referred
                    subscriber.interests[position].referred = refer(to: subscriber.interests[position].frame)
                    for index in before { keys.states[Int(index)].references -= 1 }
                }
                self[party, standpoint] = subscriber
            }
        }
    }

    /// A key that a subscription names exactly stays in memory, present or not. Returns those that there is room for.
    private mutating func refer(to frame: SubscribeFrame) -> [KeyIndex] {
        var referred: [KeyIndex] = []
        for case .exact(let name) in frame.patterns {
            guard let key = catalog.resolve(name)?.key, let index = ensureKey(key) else { continue }
            keys.states[Int(index)].references += 1
            referred.append(index)
            if board.index(of: key) == nil, let definition = keys.states[Int(index)].definition {
                board.put(record(of: keys.states[Int(index)], definition))
            }
        }
        return referred
    }

    // MARK: snapshots

    /// Opens every interest whose values are known: nothing is told while the node is syncing, nor of the root
    /// before its values have come (L3, N9).
    mutating func openInterests(of party: Party, _ standpoint: Standpoint) {
        guard var subscriber = self[party, standpoint] else { return }
        for position in subscriber.interests.indices where !subscriber.interests[position].isReady {
            let frame = subscriber.interests[position].frame
            let isKnown =
                standpoint == .root && !isRoot ? mirror?.isKnown(frame, isCutOff: cutOffFor != nil) == true : isOpen
            guard isKnown else { continue }
            subscriber.interests[position].isReady = true
            enqueueSnapshot(frame, &subscriber)
            subscriber.interests[position].frame.after = Position(epoch: 0, revision: 0)
        }
        self[party, standpoint] = subscriber
    }

    private func enqueueSnapshot(_ frame: SubscribeFrame, _ subscriber: inout Subscriber) {
        let isMirror = frame.standpoint == .root && !isRoot
        let board = isMirror ? mirror?.board ?? self.board : self.board
        func matches(_ key: Key) -> Bool { frame.patterns.contains { $0.matches(key) } }
        let matching = board.records.indices.filter { board.records[$0].map { matches($0.key) } ?? false }
        // A mirror does not remember what left it: who resumes there gets a snapshot that replaces.
        if !isMirror, let after = frame.after, after.epoch == board.epoch,
            let removed = board.removed(after: after.revision)
        {
            // Coverage has no revision: who asks for it is told all of it again (R17).
            let changed = matching.filter { frame.coverage || (board.records[$0]?.revision ?? 0) > after.revision }
            let sorted = changed.sorted { (board.records[$0]?.revision ?? 0) < (board.records[$1]?.revision ?? 0) }
            for key in removed where matches(key) { subscriber.enqueueForgotten(key) }
            for index in sorted { subscriber.enqueueChange(Int32(index)) }
            subscriber.enqueueSynced(subscription: frame.id, replaces: false, revision: board.revision)
            return
        }
        /// A key that only a pattern covers is told when it is present (N1).
        func isTold(_ record: Record) -> Bool {
            if record.explicit || frame.patterns.contains(.exact(record.key)) { return true }
            // Of a key that this node's catalog does not have yet, the root has judged.
            return catalog.resolve(record.key).map { $0.shared.definition.pattern == .exact(record.key) } ?? true
        }
        for index in matching where board.records[index].map({ isTold($0) }) == true {
            subscriber.enqueueInitial(Int32(index), subscription: frame.id)
        }
        let revision = max(board.revision, isMirror ? mirror?.revision(of: frame) ?? 0 : 0)
        subscriber.enqueueSynced(subscription: frame.id, replaces: frame.after != nil, revision: revision)
    }

    /// Whether the node can say what its keys are: there is a catalog, nobody is waited for, and what came is folded.
    private var isOpen: Bool { syncing == nil && !hasJustSynced && catalog.generation > 0 }

    mutating func openBoard() {
        if definitionChange != nil { showHeldKeys() }
        for party in listeners { for standpoint in [Standpoint.here, .root] { openInterests(of: party, standpoint) } }
    }

    /// A key that is held back for its new definition is in a snapshot like any other (N1): as absent, where nothing was
    /// ever told of it.
    private mutating func showHeldKeys() {
        for state in keys.states where state.isHeld && state.output.isEmpty && board.index(of: state.key) == nil {
            guard let definition = state.definition else { continue }
            if definition.pattern == .exact(state.key) || state.references > 0 {
                board.put(record(of: state, definition))
            }
        }
    }

    // MARK: changes

    mutating func tell(_ changed: [Int32], _ covered: [Int32], at standpoint: Standpoint) {
        if changed.isEmpty, covered.isEmpty { return }
        let board = standpoint == .root && !isRoot ? mirror?.board ?? self.board : self.board
        for party in listeners {
            guard var subscriber = self[party, standpoint] else { continue }
            self[party, standpoint] = nil
            for index in changed {
                if let key = board[index]?.key, subscriber.isInterested(in: key) { subscriber.enqueueChange(index) }
            }
            if subscriber.wantsCoverage {
                for index in covered {
                    guard let key = board[index]?.key else { continue }
                    if subscriber.isInterested(in: key, coverageOnly: true) { subscriber.enqueueChange(index) }
                }
            }
            self[party, standpoint] = subscriber
        }
    }

    /// That records are syncing no longer is told to those who ask for coverage, and to every child, who hands it on.
    mutating func tell(settled positions: [Int32], at standpoint: Standpoint) {
        for party in listeners {
            let isClient = if case .client = party { true } else { false }
            for index in positions {
                guard let key = board[index]?.key,
                    self[party, standpoint]?.isInterested(in: key, coverageOnly: isClient) == true
                else { continue }
                self[party, standpoint]?.enqueueChange(index)
            }
        }
    }

    mutating func tellForgotten(_ key: Key, at standpoint: Standpoint) {
        for party in listeners where self[party, standpoint]?.isInterested(in: key) == true {
            self[party, standpoint]?.enqueueForgotten(key)
        }
    }

    /// The nodes below are others than before: subscriptions that ask for coverage are told (R17).
    mutating func tellCoverage() {
        let all = board.records.indices.map { Int32($0) }
        tell([], all, at: .here)
        if isRoot { tell([], all, at: .root) }
    }

    mutating func tellSyncEnded() { tellCoverage() }

    // MARK: sending

    mutating func pumpSubscribers() {
        settleMirror()
        for party in listeners {
            for standpoint in [Standpoint.here, .root] {
                guard var subscriber = self[party, standpoint], subscriber.hasNews else { continue }
                self[party, standpoint] = nil
                let isMirror = standpoint == .root && !isRoot
                subscriber.beginTelling(of: isMirror ? mirror?.nodesBefore ?? nodesBefore : nodesBefore)
                while hasCredit(party), var frame = nextNotify(&subscriber, standpoint) {
                    frame.nodes = subscriber.nodesTold(of: frame.nodes)
                    switch party {
                    case .child(let index): sendDown(.notify(frame), toChild: index)
                    case .client(let link): sendDown(.notify(frame), toClient: link)
                    }
                }
                subscriber.endTelling(of: isMirror ? mirror?.nodes ?? nodeCoverage : nodeCoverage)
                self[party, standpoint] = subscriber
            }
        }
        nodesBefore = nodeCoverage
        if let nodes = mirror?.nodes { mirror?.nodesBefore = nodes }
    }

    private func hasCredit(_ party: Party) -> Bool {
        switch party {
        case .child(let index): children[Int(index)]?.session?.sequences.hasCredit ?? false
        case .client(let link): clients[link]?.session.sequences.hasCredit ?? false
        }
    }

    /// The next frame of a subscriber; it never mixes a snapshot with changes.
    private func nextNotify(_ subscriber: inout Subscriber, _ standpoint: Standpoint) -> NotifyFrame? {
        let isMirror = standpoint == .root && !isRoot
        let board = isMirror ? mirror?.board ?? self.board : self.board
        var frame = NotifyFrame(
            standpoint: standpoint, epoch: board.epoch, nodes: isMirror ? mirror?.nodes ?? nodeCoverage : nodeCoverage)
        if isMirror { frame.age = mirrorAge }
        var cost = 0
        var isEmpty = true
        while cost < settings.limits.frameTarget, let item = subscriber.peek() {
            switch item {
            case .initial(_, let subscription):
                guard isEmpty || frame.initial == subscription else { return frame }
                frame.initial = subscription
            case .change, .forgotten:
                guard frame.initial == nil else { return frame }
            case .synced(let subscription, _, _):
                guard frame.initial == nil || frame.initial == subscription else { return frame }
            }
            _ = subscriber.pop()
            isEmpty = false
            switch item {
            case .initial(let index, _), .change(let index):
                // The place may have become another key's while the item waited.
                guard let record = board[index], subscriber.isInterested(in: record.key) else { continue }
                frame.records.append(presented(record, isMirror: isMirror))
                cost += record.cost
            case .forgotten(let key):
                // A frame has no order between what is gone and what is there: of one key it says what holds now.
                guard let record = board.record(of: key) else {
                    frame.forgotten.append(key)
                    cost += key.text.utf8.count
                    continue
                }
                if frame.records.contains(where: { $0.key == key }) { continue }
                frame.records.append(presented(record, isMirror: isMirror))
                cost += record.cost
            case .synced(let subscription, let replaces, let revision):
                frame.synced = subscription
                // Nothing waits behind it: records that came after it was queued are told already.
                frame.syncedRevision = subscriber.isIdle ? max(revision, board.revision) : revision
                frame.replaces = replaces
                return frame
            }
        }
        if isEmpty, !subscriber.owesNodes { return nil }
        // Nothing waits behind this frame: who has it has everything up to here, and may resume from here.
        if subscriber.isIdle { frame.syncedRevision = board.revision }
        return frame
    }

    /// The record with what is true of the whole node at this moment.
    func presented(_ record: Record, isMirror: Bool) -> Record {
        var record = record
        if isMirror {
            if mirrorAge != nil { record.state = .stale }
        } else if syncing != nil || keys.index(of: record.key).map({ keys.states[Int($0)].isHeld }) == true {
            record.state = max(record.state, .syncing)
        }
        return record
    }

    subscript(party: Party, standpoint: Standpoint) -> Subscriber? {
        get {
            switch party {
            case .child(let index): children[Int(index)]?.subscribers[standpoint]
            case .client(let link): clients[link]?.subscribers[standpoint]
            }
        }
        set {
            switch party {
            case .child(let index): children[Int(index)]?.subscribers[standpoint] = newValue
            case .client(let link): clients[link]?.subscribers[standpoint] = newValue
            }
        }
    }
}
