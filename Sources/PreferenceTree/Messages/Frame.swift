/// One frame of a session: a fixed header and one message.
///
/// A *sequenced* frame has the next number of its direction; any other frame carries the number of the last
/// sequenced one, so that a missing last frame is seen within a heartbeat (protocol R3, R6). `acknowledged` is
/// the last sequenced frame of the other direction that was taken in.
package struct Frame: Hashable, Sendable {
    package var session: UInt64
    package var sequence: UInt64
    package var acknowledged: UInt64
    package var message: Message

    package init(session: UInt64 = 0, sequence: UInt64 = 0, acknowledged: UInt64 = 0, message: Message) {
        self.session = session
        self.sequence = sequence
        self.acknowledged = acknowledged
        self.message = message
    }
}

extension Frame {
    /// What the header says about the frame's place in its session.
    package struct Numbers: Hashable, Sendable {
        package var session: UInt64
        package var sequence: UInt64
        package var acknowledged: UInt64
        package var isSequenced: Bool

        package init(session: UInt64, sequence: UInt64, acknowledged: UInt64, isSequenced: Bool) {
            self.session = session
            self.sequence = sequence
            self.acknowledged = acknowledged
            self.isSequenced = isSequenced
        }
    }

    var numbers: Numbers {
        Numbers(
            session: session, sequence: sequence, acknowledged: acknowledged, isSequenced: message.isSequenced)
    }
}

/// A frame whose header is well and which this version cannot understand: it has its place in its session, and is
/// answered (R12).
package struct UnknownFrame: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        case type(UInt8)
        /// A question, by its id, of a kind that this version does not know.
        case verb(request: UInt64)
    }

    package var numbers: Frame.Numbers
    package var what: What

    package init(numbers: Frame.Numbers, what: What) {
        self.numbers = numbers
        self.what = what
    }
}

/// Everything two peers say to each other. *Up* is from a child or client to its parent node, *down* the other way.
package enum Message: Hashable, Sendable {
    /// Up, without a session: who asks to attach.
    case hello(Hello)
    /// Down: the session begins; the header names it.
    case welcome(Welcome)
    /// Down, without a session: why not.
    case refuse(Refusal)
    /// Down: "say hello"; the header echoes the session that the frame came with.
    case sayHello
    /// Up, sequenced: the nodes below, with their entry states.
    case roster(RosterFrame)
    /// Down, sequenced: the parent's own answer for counted entries.
    case verdict([Verdict])
    /// Down, sequenced: entries that may be counted.
    case grant([EntryReference])
    /// Down, sequenced: the names from the root to the parent, and since when the tree above is cut off.
    case path(PathFrame)
    /// Down, sequenced: the whole catalog.
    case catalog(CatalogFrame)
    /// Up, sequenced, under credit: contributions.
    case state(StateFrame)
    /// Up, sequenced: tell me when all that I sent before this has been applied.
    case mark
    /// Down, sequenced: applied up to and with this sequence number of yours.
    case watermark(UInt64)
    /// Both: a sign of life, and the carrier of an acknowledgement.
    case ping
    /// Both: a new window (credit) for what the other side may have under way.
    case credit(Window)
    /// Both: this session ends.
    case bye(Farewell)
    /// Both: the answer to `bye`.
    case byeOK
    /// Both: what the other side did that cannot be understood. Its session is dropped, unless all that was wrong is
    /// that this side does not know the frame's type.
    case fault(ProtocolFault)
    /// Up, from clients, sequenced, under credit: statements.
    case publish(PublishFrame)
    /// Down, to clients, sequenced: what became of statements.
    case published(PublishedFrame)
    /// Down, to clients, sequenced: what the client held and another one has taken over.
    case taken(TakenSource)
    /// Up, sequenced: a standing interest in keys.
    case subscribe(SubscribeFrame)
    /// Up, sequenced: its end, by id.
    case unsubscribe(UInt32)
    /// Down, sequenced, under credit: records.
    case notify(NotifyFrame)
    /// Both, sequenced: a question with an id, a target and a deadline.
    case request(RequestFrame)
    /// Both, sequenced: its answer.
    case reply(ReplyFrame)

    /// Whether the message takes a number of its own in its direction.
    package var isSequenced: Bool {
        switch self {
        case .hello, .welcome, .refuse, .sayHello, .ping, .credit, .bye, .byeOK, .fault: false
        default: true
        }
    }

    /// Whether the receiver's window limits it (protocol R7).
    package var isUnderCredit: Bool {
        switch self {
        case .state, .publish, .notify: true
        default: false
        }
    }
}
