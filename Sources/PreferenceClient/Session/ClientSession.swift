package import PreferenceTree
package import Preferences

/// A client of one node as a state machine: frames, ticks and local calls go in, actions come out.
///
/// It attaches as a child node does, and outlives any number of sessions: after each loss what has no answer is
/// said again, what is held is stated again, and subscriptions go on where they were. It has no socket and no clock.
package struct ClientSession: Sendable {
    package enum Action: Sendable {
        /// Close the socket if one is open and connect a new one; whatever still waits to be sent is void.
        case openSocket
        case send(Frame)
        case outcome(Outcome)
    }

    package enum Outcome: Sendable {
        case attached(Welcome)
        case detached(Uplink.Loss)
        /// The node cannot read what this side says; saying it again ends in the same way.
        case misunderstood(ProtocolFault)
        case refused(Refusal)
        case published(PublishOutcome)
        /// What was held is held no more: it was not taken in again after a loss, or another client has taken it.
        case heldRefused(Statement, RequestFault)
        case answered(UInt64, Answer)
        /// Something waits for `takeDeliveries`.
        case deliveries
        /// The other side has heard that this one leaves.
        case farewell
    }

    private let identity: ClientIdentity
    private var uplink: Uplink
    private var publishing = Publishing()
    private var requests = OpenRequests()
    private var subscriptions = SubscriptionTable()

    package init(identity: ClientIdentity) {
        self.identity = identity
        uplink = Uplink(
            heartbeat: identity.timing.heartbeat, deadAfter: identity.timing.deadAfter, seed: identity.incarnation)
    }

    package var isAttached: Bool { uplink.isAttached }
    /// Who answers, while attached.
    package var welcome: Welcome? { uplink.attachment?.welcome }
    /// Whether nothing waits for an answer.
    package var isIdle: Bool { publishing.isIdle && requests.isIdle }
    package var hasDeliveries: Bool { subscriptions.hasDeliveries }

    // MARK: What happens

    package mutating func start(at now: Instant) -> [Action] { apply(uplink.start(at: now), at: now) + tick(at: now) }

    /// Time passes.
    ///
    /// `mayJudge` is false after a stall, until what has been waiting was read (L6).
    package mutating func tick(at now: Instant, mayJudge: Bool = true) -> [Action] {
        let steps = uplink.tick(at: now, mayJudge: mayJudge) { [identity] in identity.hello(attempt: $0) }
        var actions = apply(steps, at: now)
        for id in requests.expire(at: now) { actions.append(.outcome(.answered(id, .timedOut))) }
        return actions + flush(at: now)
    }

    /// Takes in a frame.
    ///
    /// It is acknowledged by `acknowledge`, when what it brought has been dealt with.
    package mutating func receive(_ frame: Frame, at now: Instant) -> [Action] {
        if case .byeOK = frame.message { return [.outcome(.farewell)] }
        let steps = uplink.receive(frame, at: now)
        var actions: [Action] = []
        if case .fault(let fault) = frame.message, steps.contains(where: \.isFaultLoss) {
            actions.append(.outcome(.misunderstood(fault)))
        }
        actions += apply(steps, at: now)
        return actions + flush(at: now)
    }

    /// A frame of a later version came: it has its place in the session, which goes on, and the node is told (R12).
    package mutating func receive(unknown frame: UnknownFrame, at now: Instant) -> [Action] {
        let (isTaken, steps) = uplink.takeNumbers(frame.numbers, at: now)
        let actions = apply(steps, at: now)
        guard isTaken else { return actions }
        let answer: Message =
            switch frame.what {
            case .type(let type):
                .fault(
                    ProtocolFault(
                        code: .unknownType,
                        message: "frame type \(type) is not in version \(identity.software) of \(identity.name)"))
            case .verb(let request):
                .reply(
                    ReplyFrame(
                        id: request, body: .null,
                        fault: RequestFault(
                            code: .unsupported, message: "\(identity.name) answers no questions", hint: "ask its node"))
                )
            }
        return actions + (uplink.send(answer, at: now).map { [.send($0)] } ?? [])
    }

    /// Bytes came that are no frame: nothing of this session can be trusted.
    package mutating func malformed(at now: Instant) -> [Action] {
        apply(uplink.drop(at: now, retryAfter: identity.timing.heartbeat), at: now)
    }

    /// Lets the node send more, once what was read has been printed or whatever else it was for.
    package mutating func acknowledge(at now: Instant) -> [Action] {
        uplink.acknowledgement(at: now).map { [.send($0)] } ?? []
    }

    /// Closes the socket and connects a new one at once.
    package mutating func reopen(at now: Instant) -> [Action] {
        apply(uplink.drop(at: now, retryAfter: .zero), at: now) + tick(at: now)
    }

    /// Makes sure that the session is still one, as after a lost connection.
    package mutating func probe(at now: Instant) -> [Action] {
        uplink.send(.ping, at: now).map { [.send($0)] } ?? []
    }

    // MARK: What the user wants

    /// States a batch.
    ///
    /// A node without a catalog is asked again until `patience`.
    package mutating func publish(_ batch: Batch, patience: Instant, at now: Instant) -> (id: UInt64, [Action]) {
        let id = publishing.add(batch, patience: patience)
        return (id, flush(at: now))
    }

    /// Asks.
    ///
    /// Without an answer by the deadline it is `timedOut`. `waits`: a node without a catalog is asked again.
    package mutating func request(
        _ verb: RequestVerb, target: String, body: ValueMap, deadline: Instant, waits: Bool = true, at now: Instant
    ) -> (id: UInt64, [Action]) {
        let id = requests.add(verb, target: target, body: body, deadline: deadline, waits: waits)
        return (id, flush(at: now))
    }

    package mutating func subscribe(
        _ patterns: [KeyPattern], at standpoint: Standpoint, coverage: Bool, after: Position?, at now: Instant
    ) -> (id: UInt32, [Action]) {
        let id = subscriptions.add(patterns, at: standpoint, coverage: coverage, after: after)
        let frame = subscriptions.frame(id).flatMap { uplink.send(.subscribe($0), at: now) }
        return (id, frame.map { [.send($0)] } ?? [])
    }

    /// Everything read since the last time, the newest of each key.
    package mutating func takeDeliveries() -> [DeliveryItem] { subscriptions.takeDeliveries() }

    /// Ends the session; what is held ends with it.
    ///
    /// The answer is `farewell`.
    package mutating func leave(at now: Instant) -> [Action] {
        let frame = uplink.send(.bye(.leaving), at: now)
        uplink.stop()
        return frame.map { [.send($0)] } ?? []
    }

    /// When `tick` is due though nothing arrives.
    package mutating func nextDue() -> Instant {
        var due = Instant.distantFuture
        switch uplink.phase {
        case .stopped: break
        case .waiting(let until): due = until
        case .greeting(let opened, let nextHello): due = min(nextHello, opened + identity.timing.deadAfter)
        case .attached(let attachment):
            due = min(
                attachment.lastSent + attachment.welcome.heartbeat, attachment.lastHeard + attachment.welcome.deadAfter)
            if let retry = publishing.nextRetry() { due = min(due, retry) }
        }
        if let request = requests.nextDue { due = min(due, request) }
        return due
    }
}

// MARK: - Inside

extension ClientSession {
    private mutating func apply(_ steps: [Uplink.Action], at now: Instant) -> [Action] {
        var actions: [Action] = []
        for step in steps {
            switch step {
            case .openSocket: actions.append(.openSocket)
            case .send(let frame): actions.append(.send(frame))
            case .refused(let refusal): actions.append(.outcome(.refused(refusal)))
            case .attached(let welcome):
                publishing.attached(catalogKnown: welcome.catalogHash != 0)
                actions.append(.outcome(.attached(welcome)))
                for frame in subscriptions.attached() {
                    if let frame = uplink.send(.subscribe(frame), at: now) { actions.append(.send(frame)) }
                }
            case .detached(let loss):
                publishing.detached()
                subscriptions.detached()
                actions.append(.outcome(.detached(loss)))
                for id in requests.detached() { actions.append(.outcome(.answered(id, .lost))) }
            case .deliver(let message): actions += deliver(message, at: now)
            }
        }
        return actions
    }

    private mutating func deliver(_ message: Message, at now: Instant) -> [Action] {
        switch message {
        case .published(let answer):
            let (outcome, lost) = publishing.receive(answer, at: now)
            return lost.map { .outcome(.heldRefused($0.0, $0.1)) } + (outcome.map { [.outcome(.published($0))] } ?? [])
        case .taken(let taken):
            return publishing.lose(taken).map { [.outcome(.heldRefused($0.0, $0.1))] } ?? []
        case .reply(let reply):
            return requests.receive(reply, at: now).map { [.outcome(.answered(reply.id, $0))] } ?? []
        case .notify(let frame):
            let before = subscriptions.hasDeliveries
            subscriptions.receive(frame)
            return !before && subscriptions.hasDeliveries ? [.outcome(.deliveries)] : []
        default:
            // Catalogs and paths are for nodes; a client looks things up when it needs them.
            return []
        }
    }

    /// Sends what may leave now.
    private mutating func flush(at now: Instant) -> [Action] {
        guard uplink.isAttached else { return [] }
        var actions: [Action] = []
        for request in requests.due(at: now) {
            if let frame = uplink.send(.request(request), at: now) { actions.append(.send(frame)) }
        }
        while uplink.hasCredit, let publish = publishing.next(at: now) {
            if let frame = uplink.send(.publish(publish), at: now) { actions.append(.send(frame)) }
        }
        return actions
    }
}

extension Uplink.Action {
    /// Whether the session ended because the other side did not understand.
    fileprivate var isFaultLoss: Bool { if case .detached(.fault) = self { true } else { false } }
}
