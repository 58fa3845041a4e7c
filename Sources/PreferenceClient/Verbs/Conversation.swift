import PreferenceTree
import Preferences

/// One client's talk with its node, for verbs: questions that wait for their answers, faults that say what to do.
final class Conversation {
    private static let reserve = Interval.milliseconds(500)

    let connection: ClientConnection
    /// How long an answer may take; for a stream the longest time without progress.
    let timeout: Interval
    let started: Instant

    init(_ connection: ClientConnection, timeout: Interval) {
        self.connection = connection
        self.timeout = timeout
        started = ClientConnection.now
    }

    /// When a verb that asks once has waited long enough.
    var deadline: Instant { started + timeout }

    /// The node's name, once it has said it.
    var nodeName: String { connection.welcome?.name.text ?? "the node" }

    /// What happens next; a node that cannot read what the verb says ends it, for it would be said again for ever.
    func next(before deadline: Instant) throws(ClientFault) -> Wakeup {
        let wakeup: Wakeup
        do {
            wakeup = try connection.next(before: deadline)
        } catch {
            throw ClientFault(error)
        }
        if case .outcome(.misunderstood(let fault)) = wakeup {
            throw ClientFault(
                .node(.invalidRequest), "\(connection.endpoint) did not understand prefctl: \(fault.message)",
                hint: "prefctl and prefd are of versions that do not fit, or one is defective; compare their --version")
        }
        return wakeup
    }

    /// The path of the node whose values a subscription gets.
    func path(of standpoint: Standpoint) -> String {
        let below = connection.welcome?.path.steps.dropFirst().map { "/\($0.name)" }.joined() ?? ""
        return standpoint == .root || below.isEmpty ? "/" : below
    }

    /// What a deadline without an answer means.
    ///
    /// `needsCatalog`: it is what a node without one cannot do.
    func lateness(_ what: String, needsCatalog: Bool = false) -> ClientFault {
        if let refusal = connection.refusal {
            return ClientFault(ConnectionFault.refused(connection.endpoint, refusal))
        }
        guard let welcome = connection.welcome else {
            return ClientFault(ConnectionFault.silent(connection.endpoints))
        }
        if needsCatalog, welcome.catalogHash == 0 {
            return ClientFault(
                .node(.noCatalog), "\(nodeName) has no catalog yet and did not \(what) within \(timeout)",
                hint: "it comes from the root; prefctl status says what is in the way", retry: true)
        }
        return ClientFault(.node(.timeout), "\(nodeName) did not \(what) within \(timeout)", retry: true)
    }

    /// Waits until there is a session.
    func attach(before deadline: Instant) throws(ClientFault) -> Welcome {
        while true {
            if let welcome = connection.welcome { return welcome }
            switch try next(before: deadline) {
            case .outcome(.refused(let refusal)):
                throw ClientFault(ConnectionFault.refused(connection.endpoint, refusal))
            case .deadline: throw lateness("answer")
            default: continue
            }
        }
    }

    /// Asks and waits for the answer.
    ///
    /// `waits`: whether a node that has no catalog yet is asked again until it has one.
    func ask(
        _ verb: RequestVerb, at target: NodeTarget, _ body: ValueMap = ValueMap(), before limit: Instant? = nil,
        waits: Bool = true
    ) throws(ClientFault) -> Value {
        let deadline = limit ?? self.deadline
        let id: UInt64
        do {
            id = try connection.request(
                verb, target: target.description, body: body, deadline: deadline, waits: waits)
        } catch {
            throw ClientFault(error)
        }
        while true {
            switch try next(before: .distantFuture) {
            case .outcome(.answered(id, let answer)): return try take(answer, to: verb)
            case .outcome(.refused(let refusal)):
                throw ClientFault(ConnectionFault.refused(connection.endpoint, refusal))
            default: continue
            }
        }
    }

    /// Asks the connected node; the answer comes through `next`.
    func inquire(
        _ verb: RequestVerb, _ body: ValueMap = ValueMap(), before deadline: Instant
    ) throws(ClientFault) -> UInt64 {
        do {
            return try connection.request(
                verb, target: NodeTarget.here.description, body: body, deadline: deadline)
        } catch {
            throw ClientFault(error)
        }
    }

    private func take(_ answer: Answer, to verb: RequestVerb) throws(ClientFault) -> Value {
        switch answer {
        case .body(let body): return body
        case .fault(let fault): throw ClientFault(fault)
        case .timedOut: throw lateness("answer \(verb.rawValue)")
        case .lost:
            throw ClientFault(
                .node(.cutOff), "the session was lost after \(verb.rawValue) had been sent: it may have been done",
                hint: "look with prefctl status before saying it again")
        }
    }

    /// Keeps the session up until a moment.
    func rest(until moment: Instant) throws(ClientFault) {
        while ClientConnection.now < moment { _ = try next(before: moment) }
    }

    /// States a batch; its outcomes come through `next`.
    ///
    /// A node without a catalog is asked again a little less long than it is waited for, so that what it says of that
    /// is what the person is told.
    func publish(_ batch: Batch) throws(ClientFault) -> UInt64 {
        let reserve = min(Conversation.reserve, Interval(nanoseconds: timeout.nanoseconds / 4))
        return try publish(batch, patience: ClientConnection.now + timeout - reserve)
    }

    /// `patience`: until when a node without a catalog is asked again.
    func publish(_ batch: Batch, patience: Instant) throws(ClientFault) -> UInt64 {
        do {
            return try connection.publish(batch, patience: patience)
        } catch {
            throw ClientFault(error)
        }
    }

    func subscribe(
        _ patterns: [KeyPattern], at standpoint: Standpoint, coverage: Bool, after: Position? = nil
    ) throws(ClientFault) -> UInt32 {
        do {
            return try connection.subscribe(patterns, at: standpoint, coverage: coverage, after: after)
        } catch {
            throw ClientFault(error)
        }
    }

    /// States a batch and waits for its outcome at the node.
    func state(_ batch: Batch) throws(ClientFault) -> (id: UInt64, PublishOutcome) {
        let id = try publish(batch)
        let deadline = ClientConnection.now + timeout
        while true {
            switch try next(before: deadline) {
            case .outcome(.published(let outcome)) where outcome.id == id: return (id, outcome)
            case .outcome(.refused(let refusal)):
                throw ClientFault(ConnectionFault.refused(connection.endpoint, refusal))
            case .deadline: throw lateness("confirm \(batch.what)", needsCatalog: true)
            default: continue
            }
        }
    }

    /// Waits until the root has applied a batch that the node has kept.
    func confirmAtRoot(_ id: UInt64, before deadline: Instant) throws(ClientFault) {
        while true {
            switch try next(before: deadline) {
            case .outcome(.published(let outcome)) where outcome.id == id && outcome.stage == .root: return
            case .deadline: throw unconfirmed()
            default: continue
            }
        }
    }

    func unconfirmed() -> ClientFault {
        ClientFault(
            .unconfirmed, "kept at \(nodeName), not confirmed at the root",
            hint: "it goes up when the way there is open; prefctl status says what is in the way", retry: false)
    }
}
