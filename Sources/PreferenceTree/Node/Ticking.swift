import Preferences

// Time passes: what is overdue is judged. Safety never rests on it; any of this may happen at any moment (R9).
extension TreeNode {
    mutating func tick() {
        judgeSleep()
        tickUplink()
        judgeChildren()
        judgeClients()
        pingIdle()
        expireSources()
        finishSyncingIfReady()
        settleIfReady()
        judgeMirror()
        judgeRequests()
        tellLeftOut()
        forgetIdleKeys()
        forgetLongMissing()
        persistRecords()
        payDebts()
    }

    /// The next instant at which a tick is worth more than the heartbeat's: an end of a lease or of a grace.
    package var nextDeadline: Instant? {
        var next = sources.nextExpiry
        for case let child? in children {
            guard let due = child.nextLoss else { continue }
            next = next.map { min($0, due) } ?? due
        }
        return next
    }

    /// After a stall everything that waits is read first, then judged, with one interval to spare (L6).
    private mutating func judgeSleep() {
        let asleep = now.since(lastTick)
        lastTick = now
        guard asleep >= settings.timing.heartbeat else { return }
        judgeAfter = now + settings.timing.heartbeat
        if asleep >= settings.timing.deadAfter { resyncAfterSleep() }
    }

    private mutating func tickUplink() {
        guard var uplink else { return }
        self.uplink = nil
        let actions = uplink.tick(at: now, mayJudge: now >= judgeAfter) { hello(attempt: $0) }
        self.uplink = uplink
        perform(actions)
    }

    private mutating func judgeClients() {
        guard now >= judgeAfter else { return }
        for link in clientOrder {
            guard let session = clients[link]?.session, now.since(session.lastHeard) >= session.deadAfter else {
                continue
            }
            endClient(link)
        }
    }

    private mutating func pingIdle() {
        for position in children.indices {
            guard let session = children[position]?.session, now.since(session.lastSent) >= session.heartbeat else {
                continue
            }
            sendDown(.ping, toChild: Int32(position))
        }
        for link in clientOrder {
            guard let session = clients[link]?.session, now.since(session.lastSent) >= session.heartbeat else {
                continue
            }
            sendDown(.ping, toClient: link)
        }
    }

    /// A key leaves memory some time after its last contribution and the last that refers to it.
    private mutating func forgetIdleKeys() {
        guard now >= nextForgetting else { return }
        nextForgetting = now + Interval(nanoseconds: settings.limits.forgetKeysAfter.nanoseconds / 4)
        for (position, state) in keys.states.enumerated() {
            let index = KeyIndex(position)
            guard let since = state.idleSince, now.since(since) >= settings.limits.forgetKeysAfter,
                state.references == 0, state.contributions == 0, !state.isDirty, !state.isHeld,
                keys.index(of: state.key) == index, !isDeclared(state)
            else { continue }
            upstream.release(index)
            forget(state.key)
            keys.remove(index)
            keys.states[position].idleSince = nil
        }
    }

    private func isDeclared(_ state: KeyState) -> Bool {
        if case .exact = state.definition?.pattern { true } else { false }
    }

    private mutating func forgetLongMissing() {
        guard let limit = settings.forgetAfter else { return }
        for position in children.indices {
            guard let child = children[position], !child.isAttached, let since = child.missingSince,
                now.since(since) >= limit
            else { continue }
            log(.notice, "forgotten after \(limit) without a sign of life", ["child": child.name.text])
            remove(child: Int32(position), reason: .lost)
        }
    }

    // MARK: stop

    /// Says goodbye: `stopping` keeps the contributions for their grace, `leaving` takes them along (L1, C2).
    mutating func stop() {
        guard !isStopping else { return }
        removeVolatileSources()
        if settings.isEphemeral { withdrawAll() }
        flush()
        persistRecords(now: true)
        isStopping = true
        sayGoodbye(above: settings.isEphemeral ? .leaving : .stopping)
        for position in children.indices where children[position]?.isAttached == true {
            sendDown(.bye(.stopping), toChild: Int32(position))
        }
        for link in clientOrder { sendDown(.bye(.stopping), toClient: link) }
        directives.append(.stopped)
    }

    mutating func sayGoodbye(above farewell: Farewell) {
        sendUp(.bye(farewell))
        if uplink?.isAttached == true { openWaits += upstream.detach() }
        uplink?.stop()
    }

    /// Takes everything of this node out of its own folds, so that the last flush takes it off the parent:
    /// an ephemeral node leaves nothing.
    private mutating func withdrawAll() {
        for (position, entry) in sources.entries.enumerated() where entry != nil {
            removeSource(Int32(position), reason: .retracted, persisted: true)
        }
    }

    // MARK: status

    /// One line about how the node is, whenever it changes.
    mutating func sayStatus() {
        let text = phaseText
        guard text != lastStatus else { return }
        lastStatus = text
        let isReady = isRoot || uplink?.isAttached == true || parentRefusal != nil || troubles.hasBeenAny
        directives.append(.status(text, ready: isReady))
    }

    mutating func tellTransportTrouble(_ trouble: String?) {
        transportTrouble = trouble
        if let trouble {
            complain(.warning, trouble, about: .transport)
        } else {
            troubles.settle(.transport)
            log(.notice, "connections are taken again")
        }
        sayStatus()
    }

    var phaseText: String { transportTrouble.map { "\(phase); \($0)" } ?? phase }

    private var phase: String {
        if isDrained { return "drained; prefctl drain --undo brings it back" }
        if syncing != nil { return "syncing: waiting for \(syncing?.children.count ?? 0) known children" }
        if isRoot { return "serving as root of \(settings.tree)" }
        if let refusal = parentRefusal, uplink?.isAttached != true {
            return "refused by the parent: \(refusal.message)"
        }
        guard uplink?.isAttached == true else { return "serving local clients; parent not reached" }
        if let refusal = parentRefusal { return "attached, not counted: \(refusal.message)" }
        return "attached as \(ownPath)"
    }
}
