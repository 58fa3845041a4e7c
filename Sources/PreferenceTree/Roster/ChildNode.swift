import Preferences

/// How a direct child stands with its node (L1).
enum Standing: Hashable, Sendable {
    /// Attached for the first time, nothing of it folded yet.
    case pending
    case live
    /// Not heard, or returned and not yet complete; its contributions stay for their grace.
    case stale(since: Instant)
    /// Nothing of it is left but its place in the roster; `since` is the end of its last session, if it had one meanwhile.
    case missing(since: Instant)
}

/// A contribution that waits for its generation to be swapped in.
struct StagedContribution: Sendable {
    var partial: Partial?
    var live: UInt32 = 0
    var stale: UInt32 = 0
    var state: TravellingState = []
    var causes: [String] = []
}

/// What one session of a child says: its key ids, its contributions, its roster.
///
/// The generation that is *current* has its contributions in the folds, found through `slots`. A *staged* one
/// keeps them aside until its snapshot is complete and every entry it counts is granted (R5, R11 f).
struct Generation: Sendable {
    /// By key id of the session; −1: the id is not in use.
    var keys: [KeyIndex] = []
    /// The keys that have an id, so that none gets a second one.
    var named: Set<KeyIndex> = []
    /// Current only: the slot in the key's fold; −1: no contribution.
    var slots: [Int32] = []
    /// Staged only: the contribution; nil: none.
    var staged: [StagedContribution?] = []
    /// Ids of keys that are one too many for this child and stand here all the same: quarantined, not folded.
    var surplus: Set<UInt32> = []
    /// Keys that no id stands for, because a limit of this node has no room for them.
    var refusedKeys = 0
    /// Ids whose keys may be folded.
    var admittedKeys = 0
    var roster: [NodeName: RosterEntry] = [:]
    /// Between the begin and the end mark, or not begun.
    var hasBegun = false
    var isComplete = false
    /// The child has marked that it is on this catalog (R10).
    var settledHash: UInt64 = 0

    /// Leaves the roster only.
    mutating func forgetKeys() {
        let roster = roster
        self = Generation()
        self.roster = roster
    }
}

/// The session that a child or client has with this node.
struct PeerSession: Sendable {
    let link: LinkID
    let number: UInt64
    var sequences: SequenceState
    var lastHeard: Instant
    var lastSent: Instant
    /// Silence for this long ends the session: the larger of this node's figure and three of the peer's heartbeats.
    let deadAfter: Interval
    /// How often this node says that it lives, as the WELCOME told the peer.
    let heartbeat: Interval
    /// When a lost connection was reported; the peer is probed and has a heartbeat to answer (L4).
    var probedAt: Instant?
}

/// A direct child that is a node, whether attached or only known.
struct ChildNode: Sendable {
    let name: NodeName
    /// Its place among its siblings, shared by all its contributions.
    var order: ContributionOrder
    var instance: UInt64 = 0
    var incarnation: UInt64 = 0
    var height: UInt8 = 0
    var address = ""
    var software = ""
    var standing = Standing.pending
    var isSyncing = false
    var session: PeerSession?
    /// What is folded; nil: nothing was ever swapped in, or it is gone.
    var current: Generation?
    /// What the attached session has said and is not folded yet.
    var staged: Generation?
    /// The last frame of the child, and how long it may be silent after it.
    var lastHeard = Instant.distantPast
    var deadAfter = Interval.zero
    /// The whole roster of the attached session has arrived and the verdict was given.
    var hasRoster = false
    /// The disk knows the child as one of this node's.
    var isEnrolled = false
    /// The ticket of the write that will make it so.
    var enrolment: UInt64?
    /// Time without a session since it became stale, up to `unattachedSince` (L2's clock).
    var unattached = Interval.zero
    var unattachedSince: Instant?
    /// The earliest instant at which one of its contributions may be due.
    var nextLoss: Instant?
    var lastSeen = WallTime(microseconds: 0)
    /// The interests in the root's values that come through this child.
    var subscribers: [Standpoint: Subscriber] = [:]

    init(name: NodeName, rank: Int32 = 0) {
        self.name = name
        order = ContributionOrder(rank: rank, name: name.text, kind: .node)
    }

    var rank: Int32 { order.rank }

    /// How many of its keys this node's limits keep out of the folds; nil: none.
    var unfoldedKeys: Int? {
        let count = (current ?? staged)?.unfoldedKeys ?? 0
        return count > 0 ? count : nil
    }

    var isAttached: Bool { session != nil }

    var isStale: Bool { if case .stale = standing { true } else { false } }

    var isMissing: Bool { missingSince != nil }

    var missingSince: Instant? { if case .missing(let since) = standing { since } else { nil } }

    var staleSince: Instant? { if case .stale(let since) = standing { since } else { nil } }

    /// The roster that speaks for the branch now.
    var roster: [NodeName: RosterEntry] { current?.roster ?? staged?.roster ?? [:] }

    /// How long it has been without a session in all since it became stale.
    func unattached(at now: Instant) -> Interval {
        unattached + (unattachedSince.map { now.since($0) } ?? .zero)
    }
}
