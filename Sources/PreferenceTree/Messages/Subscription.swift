package import Preferences

/// Whose values a subscription or question is about, seen from the connected node.
package enum Standpoint: UInt8, Sendable {
    /// The connected node's own subtree.
    case here = 0
    /// The root of the tree.
    case root = 1
}

/// A position in the changes of one node: compared for equality of the epoch, then by revision.
package struct Position: Hashable, Sendable {
    package var epoch: UInt64
    package var revision: UInt64

    package init(epoch: UInt64, revision: UInt64) {
        self.epoch = epoch
        self.revision = revision
    }
}

/// A standing interest. The snapshot of all its keys comes first, then changes only, in one stream per session.
package struct SubscribeFrame: Hashable, Sendable {
    package var id: UInt32
    package var patterns: [KeyPattern]
    package var standpoint: Standpoint
    /// Deliver changes of coverage and state too (R17).
    package var coverage: Bool
    /// Resume after this position instead of starting with a snapshot, where the node still can.
    package var after: Position?

    package init(id: UInt32, patterns: [KeyPattern], standpoint: Standpoint, coverage: Bool, after: Position?) {
        self.id = id
        self.patterns = patterns
        self.standpoint = standpoint
        self.coverage = coverage
        self.after = after
    }
}

/// How much one should trust a value, worst last.
package enum RecordState: UInt8, Comparable, Worded, Sendable {
    case ok = 0
    case degraded = 1
    case syncing = 2
    case stale = 3

    package static func < (left: RecordState, right: RecordState) -> Bool { left.rawValue < right.rawValue }
}

/// What a node answers about one key: its record without what is the same for a whole frame.
package struct Record: Hashable, Sendable {
    package var key: Key
    /// Nil where the partial cannot be lowered; then `causes` says `overflow` or `undefined`.
    package var value: Value?
    package var explicit: Bool
    package var revision: UInt64
    package var state: RecordState
    package var causes: [String]
    package var truncated: Bool
    package var reason: Reason
    /// What led to this change, for loop damping: opaque; empty when nothing did.
    package var cause: String
    package var time: WallTime
    package var sources: UInt32
    package var staleSources: UInt32

    package init(
        key: Key, value: Value?, explicit: Bool, revision: UInt64, state: RecordState, causes: [String],
        truncated: Bool,
        reason: Reason, cause: String, time: WallTime, sources: UInt32, staleSources: UInt32
    ) {
        self.key = key
        self.value = value
        self.explicit = explicit
        self.revision = revision
        self.state = state
        self.causes = causes
        self.truncated = truncated
        self.reason = reason
        self.cause = cause
        self.time = time
        self.sources = sources
        self.staleSources = staleSources
    }
}

/// The nodes of the answering node's subtree, itself included (C1).
package struct NodeCoverage: Hashable, Sendable {
    package var live: UInt32
    package var stale: UInt32
    package var missing: UInt32

    package init(live: UInt32, stale: UInt32, missing: UInt32) {
        self.live = live
        self.stale = stale
        self.missing = missing
    }

    package var expected: UInt32 { live &+ stale &+ missing }

    /// Whether more is stale or missing than by another count.
    package func lacks(moreThan other: NodeCoverage) -> Bool { stale > other.stale || missing > other.missing }
}

/// Records for the subscriptions of one session at one standpoint: each key once, for all of them.
package struct NotifyFrame: Hashable, Sendable {
    package var standpoint: Standpoint
    package var epoch: UInt64
    /// Behind all that has been told, this frame included: that fewer are stale or missing than before is said once
    /// nothing waits behind it.
    package var nodes: NodeCoverage
    package var records: [Record]
    /// The subscription whose snapshot these records belong to; nil: changes.
    package var initial: UInt32?
    /// The subscription whose snapshot or resumption is complete with this frame.
    package var synced: UInt32?
    /// The revision that `synced` stands at; without it the one up to which nothing is missing, 0 where that is not
    /// said. Only from here may a subscriber resume.
    package var syncedRevision: UInt64
    /// Whether the snapshot replaces what a resuming subscriber had (N6).
    package var replaces: Bool
    /// Keys that no longer exist at all, so that no record names them.
    package var forgotten: [Key]
    /// For how long the answering node has not heard the node it speaks for; nil: it does.
    package var age: Interval?

    package init(
        standpoint: Standpoint, epoch: UInt64, nodes: NodeCoverage, records: [Record] = [], initial: UInt32? = nil,
        synced: UInt32? = nil, syncedRevision: UInt64 = 0, replaces: Bool = false, forgotten: [Key] = [],
        age: Interval? = nil
    ) {
        self.standpoint = standpoint
        self.epoch = epoch
        self.nodes = nodes
        self.records = records
        self.initial = initial
        self.synced = synced
        self.syncedRevision = syncedRevision
        self.replaces = replaces
        self.forgotten = forgotten
        self.age = age
    }
}
