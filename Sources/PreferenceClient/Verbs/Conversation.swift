import PreferenceTree
import Preferences

/// One client's talk with its node, for verbs: questions that wait for their answers, faults that say what to do.
final class Conversation {
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

    /// What happens next; a refused session ends a verb that has had none.
    func next(before deadline: Instant) throws(ClientFault) -> Wakeup {
        do {
            return try connection.next(before: deadline)
        } catch {
            throw ClientFault(error)
        }
    }

    /// The path of the node whose values a subscription gets.
    func path(of standpoint: Standpoint) -> String {
        let below = connection.welcome?.path.steps.dropFirst().map { "/\($0.name)" }.joined() ?? ""
        return standpoint == .root || below.isEmpty ? "/" : below
    }

    /// What a deadline without an answer means.
    func lateness(_ what: String) -> ClientFault {
        if let refusal = connection.refusal {
            return ClientFault(ConnectionFault.refused(connection.endpoint, refusal))
        }
        if !connection.isAttached { return ClientFault(ConnectionFault.silent(connection.endpoints)) }
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
    func ask(
        _ verb: RequestVerb, at target: NodeTarget, _ body: ValueMap = ValueMap(), before limit: Instant? = nil
    ) throws(ClientFault) -> Value {
        let deadline = limit ?? self.deadline
        let id: UInt64
        do {
            id = try connection.request(verb, target: target.description, body: body, deadline: deadline)
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
    func publish(_ batch: Batch) throws(ClientFault) -> UInt64 {
        do {
            return try connection.publish(batch, patience: ClientConnection.now + timeout)
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
            case .deadline: throw lateness("confirm the publication")
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
            hint: "it goes up when the way there is open; prefctl status says what is in it", retry: false)
    }
}
