package import Preferences

/// The child's side of a session: how a node attaches to its parent and a client to its node.
///
/// Terms
/// - *greeting*: a socket is open and a HELLO may be under way; one is open at a time, later ones supersede it.
/// - *attached*: a WELCOME named the session; frames are numbered from 1 in both directions.
/// - *waiting*: refused; the next try is due at an instant that moves away with every refusal (R14).
///
/// The machine holds no socket: it returns actions. It leaves a parent only after `dead_after` without a frame,
/// on a gap, or when told "say hello" for its present session (R1–R3, L11).
package struct Uplink: Sendable {
    package enum Action: Sendable {
        /// Close the socket if one is open, and connect a new one (R1: a new connection has a new routing id).
        case openSocket
        case send(Frame)
        case attached(Welcome)
        case detached(Loss)
        case refused(Refusal)
        /// A frame of the session arrived in order; the machine has seen to its header.
        case deliver(Message)
    }

    package enum Loss: String, Sendable {
        case silent = "no frame within dead_after"
        case gap = "a frame is missing"
        case askedToGreet = "asked to say hello again"
        case dropped = "dropped by this side"
        case farewell = "the other side said goodbye"
        case fault = "the other side did not understand"
    }

    package enum Phase: Sendable {
        case stopped
        /// Without a session since `since`; the socket was opened at `opened`, the next HELLO is due at `nextHello`.
        case greeting(opened: Instant, nextHello: Instant)
        case waiting(until: Instant)
        case attached(Attachment)
    }

    /// What belongs to one session and ends with it.
    package struct Attachment: Sendable {
        package let session: UInt64
        package let welcome: Welcome
        package var sequences: SequenceState
        package var lastHeard: Instant
        package var lastSent: Instant
    }

    package private(set) var phase = Phase.stopped
    /// Since when there is no session; nil while attached.
    package private(set) var detachedSince: Instant?
    package private(set) var attempt: UInt32 = 0
    private var refusals: Int64 = 0
    private var jitter: Jitter
    /// The pace and the patience without a session; one goes by its WELCOME.
    private var heartbeat: Interval
    private var deadAfter: Interval

    /// The longest pause after refusals (R14).
    package static let longestPause = Interval.seconds(60)

    package init(heartbeat: Interval, deadAfter: Interval, seed: UInt64) {
        self.heartbeat = heartbeat
        self.deadAfter = deadAfter
        jitter = Jitter(seed: seed)
    }

    /// Other figures, from the next greeting on.
    package mutating func adopt(heartbeat: Interval, deadAfter: Interval) {
        self.heartbeat = heartbeat
        self.deadAfter = deadAfter
    }

    package var isAttached: Bool { attachment != nil }

    package var attachment: Attachment? {
        if case .attached(let attachment) = phase { attachment } else { nil }
    }

    package var hasCredit: Bool { attachment?.sequences.hasCredit ?? false }

    /// Opens the first socket.
    package mutating func start(at now: Instant) -> [Action] {
        detachedSince = now
        phase = .greeting(opened: now, nextHello: now)
        return [.openSocket]
    }

    /// Ends the session without a word, and greets again at `retry` (a loop, a stall, a change of endpoint).
    package mutating func drop(at now: Instant, retryAfter pause: Interval) -> [Action] {
        let wasAttached = isAttached
        if detachedSince == nil { detachedSince = now }
        phase = .waiting(until: now + pause)
        return wasAttached ? [.detached(.dropped)] : []
    }

    package mutating func stop() { phase = .stopped }

    /// Judges silence where `mayJudge` (L6), greets and pings where that is due.
    package mutating func tick(at now: Instant, mayJudge: Bool, hello: (UInt32) -> Hello) -> [Action] {
        switch phase {
        case .stopped:
            return []
        case .waiting(let until):
            if now < until { return [] }
            phase = .greeting(opened: now, nextHello: now)
            return [.openSocket] + greet(opened: now, at: now, hello: hello)
        case .greeting(let opened, let nextHello):
            if mayJudge, now.since(opened) >= deadAfter {
                phase = .greeting(opened: now, nextHello: now)
                return [.openSocket] + greet(opened: now, at: now, hello: hello)
            }
            return now < nextHello ? [] : greet(opened: opened, at: now, hello: hello)
        case .attached(let attachment):
            if mayJudge, now.since(attachment.lastHeard) >= attachment.welcome.deadAfter {
                return lose(.silent, at: now, reopen: true)
            }
            if now.since(attachment.lastSent) >= attachment.welcome.heartbeat {
                return send(.ping, at: now).map { [.send($0)] } ?? []
            }
            return []
        }
    }

    /// Gives a message its place in the session; nil while there is none.
    package mutating func send(_ message: Message, at now: Instant) -> Frame? {
        guard case .attached(var attachment) = phase else { return nil }
        phase = .stopped
        let frame = attachment.sequences.stamp(message, session: attachment.session)
        attachment.lastSent = now
        phase = .attached(attachment)
        return frame
    }

    /// A frame that only acknowledges, when something was taken in and nothing else acknowledged it.
    package mutating func acknowledgement(at now: Instant) -> Frame? {
        guard let attachment, attachment.sequences.owesAcknowledgement else { return nil }
        return send(.ping, at: now)
    }

    /// Takes in a frame of the parent.
    package mutating func receive(_ frame: Frame, at now: Instant) -> [Action] {
        switch phase {
        case .stopped, .waiting:
            return []
        case .greeting(_, _):
            return receiveGreeting(frame, at: now)
        case .attached(var attachment):
            guard frame.session == attachment.session else { return [] }
            // These two come without a number, from a node that may have no session of ours.
            if case .sayHello = frame.message { return lose(.askedToGreet, at: now, reopen: false) }
            if case .fault(let fault) = frame.message, fault.code != .unknownType {
                return lose(.fault, at: now, reopen: false)
            }
            guard take(frame.numbers, into: &attachment, at: now) else { return lose(.gap, at: now, reopen: false) }
            if case .credit(let window) = frame.message { attachment.sequences.window = window }
            phase = .attached(attachment)
            return deliver(frame.message, at: now)
        }
    }

    /// Takes the header of a frame in whose message this version does not know. False: it does not belong here, or a
    /// frame before it is missing.
    package mutating func takeNumbers(_ numbers: Frame.Numbers, at now: Instant) -> (isTaken: Bool, actions: [Action]) {
        guard case .attached(var attachment) = phase, numbers.session == attachment.session else { return (false, []) }
        guard take(numbers, into: &attachment, at: now) else { return (false, lose(.gap, at: now, reopen: false)) }
        return (true, [])
    }

    private mutating func take(
        _ numbers: Frame.Numbers, into attachment: inout Attachment, at now: Instant
    ) -> Bool {
        phase = .stopped
        attachment.lastHeard = now
        let isInOrder = attachment.sequences.accept(numbers)
        phase = .attached(attachment)
        return isInOrder
    }

    private mutating func deliver(_ message: Message, at now: Instant) -> [Action] {
        switch message {
        // A fault of this kind only says that the other side is of an earlier version.
        case .ping, .credit, .welcome, .refuse, .byeOK, .fault: return []
        case .bye: return lose(.farewell, at: now, reopen: false)
        default: return [.deliver(message)]
        }
    }

    private mutating func receiveGreeting(_ frame: Frame, at now: Instant) -> [Action] {
        switch frame.message {
        case .welcome(let welcome) where welcome.attempt == attempt:
            phase = .attached(
                Attachment(
                    session: frame.session, welcome: welcome, sequences: SequenceState(window: welcome.window),
                    lastHeard: now, lastSent: now))
            detachedSince = nil
            refusals = 0
            return [.attached(welcome)]
        case .refuse(let refusal) where refusal.attempt == attempt:
            refusals = Swift.min(refusals + 1, 16)
            let full = Swift.min(heartbeat * (1 << (refusals - 1)), Uplink.longestPause)
            let half = Interval(nanoseconds: full.nanoseconds / 2)
            phase = .waiting(until: now + half + jitter.upTo(half))
            return [.refused(refusal)]
        default:
            return []
        }
    }

    private mutating func greet(opened: Instant, at now: Instant, hello: (UInt32) -> Hello) -> [Action] {
        attempt &+= 1
        // Each HELLO voids the one before: where the way is long, the answer must have time to come.
        let pause = Swift.max(Swift.min(heartbeat, .seconds(1)), now.since(opened))
        phase = .greeting(
            opened: opened, nextHello: now + Swift.min(pause, Interval(nanoseconds: deadAfter.nanoseconds / 2)))
        return [.send(Frame(message: .hello(hello(attempt))))]
    }

    private mutating func lose(_ loss: Loss, at now: Instant, reopen: Bool) -> [Action] {
        detachedSince = now
        let pause = loss == .fault ? heartbeat : jitter.upTo(Interval(nanoseconds: heartbeat.nanoseconds / 4))
        phase = .greeting(opened: now, nextHello: now + pause)
        return reopen ? [.detached(loss), .openSocket] : [.detached(loss)]
    }
}
