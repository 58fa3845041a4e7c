package import PreferenceTree
package import Preferences
internal import ServiceRuntime
internal import ZeroMQ

/// A client's session over its socket: one thread, which waits for the node and for other descriptors together.
///
/// `next` is the only place that waits. What a wait brought is acknowledged by the following one, when the caller has
/// dealt with it; a caller that stops, stopped or busy, stops its node.
package final class ClientConnection {
    /// How long one of several endpoints has to be connected to before the next is tried.
    private static let endpointPatience = Interval.milliseconds(500)
    /// How long libzmq has before the socket's file is looked at for the reason.
    private static let probePause = Interval.milliseconds(50)

    /// Tried in order; verbs that write are given one.
    package let endpoints: [Endpoint]
    private var current = 0
    private var session: ClientSession
    private let heartbeat: Interval
    private let isPatient: Bool
    private let context: Context
    private let poller = PollSet(capacity: 8)
    private let transport: Transport
    private var watched: [WatchedDescriptor: PollSet.Slot] = [:]
    private var wakeups: [Wakeup] = []
    private var firstWakeup = 0
    private var nextLook: Instant?
    private var opened = Instant.distantPast
    private var wasAttached = false
    /// Nobody is judged for silence before: after a stall what has been waiting is read first (L6).
    private var judgeAfter = Instant.distantPast

    /// Opens the first socket.
    ///
    /// Throws, here or in `next`, if a look at the endpoints says that nobody can be there, unless it `isPatient`.
    package init(endpoints: [Endpoint], identity: ClientIdentity, isLongLived: Bool = false, isPatient: Bool = false)
        throws(ConnectionFault)
    {
        self.endpoints = endpoints
        session = ClientSession(identity: identity)
        heartbeat = identity.timing.heartbeat
        do {
            context = try Context(sockets: 16)
        } catch {
            throw .transport("\(error)")
        }
        transport = Transport(in: context, poller: poller, watchesConnection: isLongLived)
        self.isPatient = isPatient
        let present = endpoints.firstIndex { $0.path.map(SocketFile.exists) ?? true }
        guard present != nil || isPatient else { throw .noDaemon(endpoints) }
        current = present ?? 0
        try carry(session.start(at: ClientConnection.now))
    }

    package static var now: Instant { Instant(nanoseconds: MonotonicInstant.now.nanoseconds) }

    package var endpoint: Endpoint { endpoints[current] }
    package var isAttached: Bool { session.isAttached }
    package var welcome: Welcome? { session.welcome }
    /// Why the node refused the session last, while it does.
    package private(set) var refusal: Refusal?

    // MARK: Waiting

    /// Waits for the descriptor too.
    ///
    /// It stays the caller's.
    package func watch(_ descriptor: WatchedDescriptor) {
        if watched[descriptor] == nil { watched[descriptor] = poller.add(descriptor: descriptor.number) }
    }

    package func unwatch(_ descriptor: WatchedDescriptor) {
        if let slot = watched.removeValue(forKey: descriptor) { poller.remove(slot) }
    }

    /// What happens next, `deadline` included.
    package func next(before deadline: Instant) throws(ConnectionFault) -> Wakeup {
        while true {
            if let wakeup = takeWakeup() { return wakeup }
            try carry(session.acknowledge(at: ClientConnection.now))
            let before = ClientConnection.now
            if before >= deadline {
                // A last look: a deadline that has passed already must not hide what is there. A descriptor that can
                // still be read must not hide the deadline; it is told again by the next wait.
                try turn(until: before, from: before)
                wakeups.removeAll { if case .readable = $0 { true } else { false } }
                return takeWakeup() ?? .deadline
            }
            try turn(until: min(deadline, due(at: before)), from: before)
        }
    }

    private func takeWakeup() -> Wakeup? {
        if firstWakeup < wakeups.count {
            firstWakeup += 1
            return wakeups[firstWakeup - 1]
        }
        wakeups.removeAll(keepingCapacity: true)
        firstWakeup = 0
        return nil
    }

    private func due(at now: Instant) -> Instant {
        var due = session.nextDue()
        if due <= now, judgeAfter > now { due = judgeAfter }
        return nextLook.map { min($0, due) } ?? due
    }

    /// One wait, and everything it brought.
    private func turn(until: Instant, from before: Instant) throws(ConnectionFault) {
        let pause = until.since(before).nanoseconds
        // Rounded up, so that what is due is due when the wait ends.
        let milliseconds = Int(clamping: min(pause / 1_000_000 + (pause % 1_000_000 > 0 ? 1 : 0), 3_600_000))
        do {
            _ = try poller.wait(milliseconds: milliseconds)
            let now = ClientConnection.now
            let stalled = now.since(until) > heartbeat
            if stalled { judgeAfter = now + heartbeat }
            transport.flush()
            try readAll(at: now)
            if stalled || transport.reconnected() { try carry(session.probe(at: now)) }
            try carry(session.tick(at: now, mayJudge: now >= judgeAfter))
            try look(at: now)
        } catch let error as ConnectionFault {
            throw error
        } catch {
            throw .transport("\(error)")
        }
        for (descriptor, slot) in watched where !poller.ready(slot).isEmpty { wakeups.append(.readable(descriptor)) }
    }

    private func readAll(at now: Instant) throws {
        while let incoming = try transport.receive() {
            switch incoming {
            case .frame(let frame): try carry(session.receive(frame, at: now))
            case .unknown(let frame): try carry(session.receive(unknown: frame, at: now))
            case .malformed: try carry(session.malformed(at: now))
            }
        }
    }

    private func carry(_ actions: [ClientSession.Action]) throws(ConnectionFault) {
        for action in actions {
            switch action {
            case .openSocket: try open()
            case .send(let frame): transport.send(frame)
            case .outcome(let outcome):
                note(outcome)
                wakeups.append(.outcome(outcome))
            }
        }
    }

    private func note(_ outcome: ClientSession.Outcome) {
        switch outcome {
        case .attached:
            wasAttached = true
            refusal = nil
            nextLook = nil
        case .refused(let refused): refusal = refused
        default: break
        }
    }

    // MARK: Endpoints

    private func open() throws(ConnectionFault) {
        let now = ClientConnection.now
        if opened > .distantPast, endpoints.count > 1 { current = (current + 1) % endpoints.count }
        opened = now
        do {
            try transport.open(endpoint)
        } catch {
            throw .invalidEndpoint(endpoint, reason: "\(error.code)")
        }
        nextLook = now + (endpoints.count > 1 ? ClientConnection.endpointPatience : ClientConnection.probePause)
        if endpoints.count == 1, wasAttached { nextLook = nil }
    }

    /// Not connected for a while: tries the next endpoint, or finds out why there is none to be connected to.
    private func look(at now: Instant) throws(ConnectionFault) {
        guard let look = nextLook, now >= look else { return }
        nextLook = nil
        if session.isAttached || transport.wasWritable { return }
        if endpoints.count > 1 {
            if !wasAttached, !isPatient, try areAllDeserted() { throw .noDaemon(endpoints) }
            try carry(session.reopen(at: now))
        } else if !wasAttached, !isPatient, try areAllDeserted() {
            throw .noDaemon(endpoints)
        }
    }

    private func areAllDeserted() throws(ConnectionFault) -> Bool {
        for endpoint in endpoints where try !isDeserted(endpoint) { return false }
        return true
    }

    private func isDeserted(_ endpoint: Endpoint) throws(ConnectionFault) -> Bool {
        guard let path = endpoint.path else { return false }
        switch SocketFile.probe(path) {
        case .missing, .deserted: return true
        case .denied where endpoints.count == 1: throw .permissionDenied(endpoint)
        case .denied, .possible: return false
        }
    }
}

// MARK: - What the user wants

extension ClientConnection {
    package func publish(_ batch: Batch, patience: Instant) throws(ConnectionFault) -> UInt64 {
        let (id, actions) = session.publish(batch, patience: patience, at: ClientConnection.now)
        try carry(actions)
        return id
    }

    package func request(
        _ verb: RequestVerb, target: String, body: ValueMap, deadline: Instant, waits: Bool = true
    ) throws(ConnectionFault) -> UInt64 {
        let now = ClientConnection.now
        let (id, actions) = session.request(
            verb, target: target, body: body, deadline: deadline, waits: waits, at: now)
        try carry(actions)
        return id
    }

    package func subscribe(
        _ patterns: [KeyPattern], at standpoint: Standpoint, coverage: Bool, after: Position? = nil
    ) throws(ConnectionFault) -> UInt32 {
        let now = ClientConnection.now
        let (id, actions) = session.subscribe(patterns, at: standpoint, coverage: coverage, after: after, at: now)
        try carry(actions)
        return id
    }

    package func takeDeliveries() -> [DeliveryItem] { session.takeDeliveries() }

    /// Says goodbye and waits, shortly, until it was heard; what is held ends now.
    package func leave(within limit: Interval) {
        guard session.isAttached else { return }
        let deadline = ClientConnection.now + limit
        guard (try? carry(session.leave(at: ClientConnection.now))) != nil else { return }
        while let wakeup = try? next(before: deadline) {
            switch wakeup {
            case .outcome(.farewell), .deadline: return
            default: continue
            }
        }
    }
}
