import PreferenceTestSupport
import PreferenceTree
import Preferences

@testable import PreferenceClient

/// A client session and the other end of it, in one clock.
///
/// What the node says is written by the test.
struct ScriptedNode {
    var client: ClientSession
    var now = Instant(nanoseconds: 1_000_000_000)
    /// Everything the client's session reported.
    var outcomes: [ClientSession.Outcome] = []
    /// The messages the client sent that the test has not looked at yet.
    var heard: [Message] = []
    private var session: UInt64 = 0
    private var sequences = SequenceState(window: .standard)
    private var attempt: UInt32 = 0
    private(set) var socketsOpened = 0
    var catalogHash: UInt64 = 7
    var window = Window.standard

    init() {
        client = ClientSession(
            identity: ClientIdentity(name: "prefctl.1", instance: 1, incarnation: 2, software: "test"))
        carry(client.start(at: now))
    }

    /// Starts, and attaches.
    static func attached(catalogHash: UInt64 = 7, window: Window = .standard) -> ScriptedNode {
        var node = ScriptedNode()
        node.catalogHash = catalogHash
        node.window = window
        node.welcome()
        return node
    }

    mutating func carry(_ actions: [ClientSession.Action]) {
        for action in actions {
            switch action {
            case .openSocket: socketsOpened += 1
            case .outcome(let outcome): outcomes.append(outcome)
            case .send(let frame): hear(frame)
            }
        }
    }

    private mutating func hear(_ frame: Frame) {
        if case .hello(let hello) = frame.message {
            attempt = hello.attempt
        } else if frame.session == session, sequences.accept(frame) {
            heard.append(frame.message)
        }
    }

    /// Answers the last HELLO: a new session begins.
    mutating func welcome() {
        session += 1
        sequences = SequenceState(window: .standard)
        guard let name = try? NodeName("leaf") else { return }
        let welcome = Welcome(
            attempt: attempt, tree: "t", name: name, incarnation: 9, version: 1, software: "test",
            heartbeat: .seconds(1), deadAfter: .seconds(3), window: window, path: PathFrame(steps: [], cutOff: nil),
            catalogHash: catalogHash)
        carry(client.receive(Frame(session: session, message: .welcome(welcome)), at: now))
    }

    mutating func say(_ message: Message) {
        carry(client.receive(sequences.stamp(message, session: session), at: now))
    }

    /// Says what the client's version does not know.
    mutating func sayUnknown(_ what: UnknownFrame.What) {
        let frame = sequences.stamp(.unsubscribe(0), session: session)
        let numbers = Frame.Numbers(
            session: session, sequence: frame.sequence, acknowledged: frame.acknowledged, isSequenced: true)
        carry(client.receive(unknown: UnknownFrame(numbers: numbers, what: what), at: now))
    }

    /// A sequenced frame that never arrives.
    mutating func loseOne() { _ = sequences.stamp(.unsubscribe(0), session: session) }

    /// The node does not know the session any more; the client greets again and is welcomed.
    mutating func restart() {
        carry(client.receive(Frame(session: session, message: .sayHello), at: now))
        heard = []
        pass(.seconds(1))
        welcome()
    }

    mutating func pass(_ interval: Interval, mayJudge: Bool = true) {
        now = now + interval
        carry(client.tick(at: now, mayJudge: mayJudge))
    }

    mutating func takeHeard() -> [Message] {
        defer { heard = [] }
        return heard.filter { $0 != .ping }
    }

    mutating func takePublished() -> [PublishFrame] {
        takeHeard().compactMap { if case .publish(let frame) = $0 { frame } else { nil } }
    }

    mutating func publish(_ batch: Batch, patience: Interval = .seconds(5)) -> UInt64 {
        let (id, actions) = client.publish(batch, patience: now + patience, at: now)
        carry(actions)
        return id
    }

    mutating func ask(_ verb: RequestVerb, within limit: Interval = .seconds(5)) -> UInt64 {
        let (id, actions) = client.request(
            verb, target: "/", body: ValueMap(), deadline: now + limit, at: now)
        carry(actions)
        return id
    }

    mutating func watch(_ patterns: [KeyPattern], coverage: Bool = false, after: Position? = nil) -> UInt32 {
        let (id, actions) = client.subscribe(patterns, at: .here, coverage: coverage, after: after, at: now)
        carry(actions)
        return id
    }

    /// The outcomes of batches so far.
    var published: [PublishOutcome] {
        outcomes.compactMap { if case .published(let outcome) = $0 { outcome } else { nil } }
    }

    var answers: [UInt64: Answer] {
        var answers: [UInt64: Answer] = [:]
        for case .answered(let id, let answer) in outcomes { answers[id] = answer }
        return answers
    }
}

func state(_ key: String, _ value: Int64, lifetime: Lifetime? = nil, source: String = "s") -> Statement {
    Statement(operation: .publish(.int(value)), key: key, source: source, lifetime: lifetime)
}

extension Record {
    static func test(
        _ key: Key, _ value: Value?, _ revision: UInt64, explicit: Bool = true, state: RecordState = .ok,
        sources: UInt32 = 1
    ) -> Record {
        Record(
            key: key, value: value, explicit: explicit, revision: revision, state: state, causes: [], truncated: false,
            reason: .published, cause: "", time: WallTime(microseconds: 5), sources: sources, staleSources: 0)
    }
}

extension NodeCoverage {
    static let one = NodeCoverage(live: 1, stale: 0, missing: 0)
}
