package import Preferences

/// One connection of a listening socket: made by the transport, never reused while its frames may still arrive.
package struct LinkID: Hashable, Comparable, Sendable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}

/// What the transport knows about the other end of a link.
package struct PeerInfo: Hashable, Sendable {
    /// For people, such as `tcp://10.0.0.7:51234` or `unix`.
    package var address: String
    /// Of a peer on a unix socket, by the kernel; nil elsewhere.
    package var uid: UInt32?
    package var pid: Int32?
    /// The name of `uid`, or of what else identifies the peer.
    package var user: String?

    package init(address: String, uid: UInt32? = nil, pid: Int32? = nil, user: String? = nil) {
        self.address = address
        self.uid = uid
        self.pid = pid
        self.user = user
    }
}

/// Everything that can happen to a node. The shell turns sockets, clocks, disks and signals into these.
package enum Event: Sendable {
    /// A frame came over a link from below. `peer` is asked for on HELLO only.
    case frame(LinkID, Frame, PeerInfo?)
    /// Bytes that are no frame came from below.
    case malformed(LinkID, ProtocolFault)
    /// A frame of a later version came from below.
    case unknown(LinkID, UnknownFrame)
    /// The transport saw a link from below close: proof for its session, a hint about its peer.
    case linkClosed(LinkID)
    /// The transport cannot tell whether a link from below is still there: whatever is sent over it shows that.
    case linkDoubted(LinkID)
    /// A frame came from the parent.
    case parentFrame(Frame)
    case parentMalformed(ProtocolFault)
    case parentUnknown(UnknownFrame)
    /// All writes up to and with this ticket are on disk.
    case persisted(ticket: UInt64)
    /// The writes of this ticket, and of none else, could not be made durable.
    case persistFailed(ticket: UInt64, message: String)
    /// A new configuration, already checked. The catalog is nil on a node with a parent.
    case reload(NodeSettings, Catalog?)
    /// Why the transport takes no connections from below; nil: it does again.
    case transportTrouble(String?)
    /// A reload was asked for with this link's request and failed or only looked: the answer is the shell's.
    case answered(request: UInt64, ReplyFrame)
    /// Time passes: judge what is overdue.
    case tick
    /// The end of a poll turn: fold, notify, send.
    case flush
    /// The end of a poll turn that leaves the fold to a later one: send what the windows admit, and acknowledge.
    case putOffFlush
    /// Stop: say goodbye and finish.
    case stop
}

/// What a node wants done. The shell does it in order.
package enum Directive: Sendable {
    case send(LinkID, Frame)
    case sendUp(Frame)
    /// Drop the socket to the parent, if any, and open a new one.
    case openParent
    case closeParent
    /// Make these durable, in the order of tickets, and answer `persisted`.
    case persist(ticket: UInt64, [StoreWrite])
    /// A client asked for a reload: read the configuration and come back with `reload`, and with `answered` for the request.
    case readConfiguration(request: UInt64, dryRun: Bool, file: String?)
    case log(LogEntry)
    /// One line for people about how the node is, when it changes.
    case status(String, ready: Bool)
    /// The node has said goodbye; the process can end.
    case stopped
}

/// A line for the log. The core decides what is worth saying and once per change of reason.
package struct LogEntry: Hashable, Sendable {
    package enum Level: UInt8, Sendable {
        case debug
        case info
        case notice
        case warning
        case error
    }

    package var level: Level
    package var message: String
    package var fields: [String: String]

    package init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
        self.level = level
        self.message = message
        self.fields = fields
    }
}
