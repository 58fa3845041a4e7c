import PreferenceTree

enum Direction: Int {
    case up = 0
    case down = 1
}

/// One connection of the transport: frames of one direction arrive in the order in which they were sent.
final class Connection {
    let link: LinkID
    let child: Station
    let parent: Station
    let parentGeneration: UInt32
    var isOpenAtChild = true
    var isOpenAtParent = true
    /// By direction: when the last frame sent arrives at the latest.
    var last: [Int64] = [0, 0]
    /// By direction: frames that are to vanish, and to come twice.
    var dropping = [0, 0]
    var doubling = [0, 0]
    /// By direction: frames that came twice.
    var doubled = [0, 0]
    /// By direction: what a cut holds back.
    var held: [[Frame]] = [[], []]
    /// By direction: frames under credit that arrived and were not read yet; the receiver's window bounds them.
    var unread = [0, 0]

    init(link: LinkID, child: Station, parent: Station) {
        self.link = link
        self.child = child
        self.parent = parent
        parentGeneration = parent.generation
    }
}

/// How the network fails between a process and its parent. Silent: neither side is told.
package enum Cut: Equatable {
    case none
    /// Frames vanish, in these directions (both, or one).
    case losing(up: Bool, down: Bool)
    /// Frames wait for the heal, as TCP retransmits them.
    case holding

    func stops(_ direction: Direction) -> Bool {
        switch self {
        case .none: false
        case .losing(let up, let down): direction == .up ? up : down
        case .holding: true
        }
    }
}

/// What arrived at a process and waits for its next turn.
enum Arrival {
    case fromBelow(Connection, Frame)
    case linkClosed(LinkID)
    case fromParent(Connection, Frame)
    case persisted(ticket: UInt64)
    case persistFailed(ticket: UInt64)
}

/// A process as the world sees it: whether it runs, what it has not read yet, and its one connection to a parent.
package final class Station {
    let index: Int
    package let name: String
    /// Counts the starts of the process.
    var generation: UInt32 = 0
    var isUp = false
    var isPaused = false
    /// Does not start again.
    var isRetired = false
    var inbox: [Arrival] = []
    var isWakeScheduled = false

    /// Where the process connects to; nil: nowhere.
    var target: Station?
    /// Counts the sockets opened; nil connection: not (yet) connected.
    var socket: UInt32 = 0
    var hasSocket = false
    var connection: Connection?
    var cut = Cut.none
    /// Connections that were closed behind a cut: the parent is told when it heals.
    var unannounced: [Connection] = []
    /// Connections from below, by link.
    var accepted: [LinkID: Connection] = [:]

    /// What the present session with the parent has said of this node and of those below it.
    var ledger = RosterLedger()
    var node: SimulatedNode?
    var client: SimulatedClient?

    /// How many frames under credit its peers may have under way to it.
    var window: Int { Int((node?.settings.limits.window ?? .standard).frames) }

    init(index: Int, name: String) {
        self.index = index
        self.name = name
    }

    func letGo() {
        client = nil
        node = nil
        target = nil
        connection = nil
        inbox = []
        unannounced = []
        accepted = [:]
    }
}
