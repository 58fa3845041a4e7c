package import Preferences

/// One change of what a node keeps on disk.
package enum StoreWrite: Hashable, Sendable {
    case contribution(ContributionRow)
    case removeContribution(key: Key, source: SourceName)
    case roster(RosterRow)
    case removeRoster(NodeName)
    case catalog(CatalogFrame)
    case published(PublishedRow)
    case removePublished(Key)
    case drained(Bool)
}

/// A contribution of a source of this node, as on disk.
package struct ContributionRow: Hashable, Sendable {
    package var key: Key
    package var source: SourceName
    package var value: Value
    package var rank: Int32
    package var lifetime: LifetimeKind
    /// Of a ttl contribution: the lease, and the instant of this boot when it ends.
    package var lease: Interval?
    package var deadline: Instant?
    /// Of a held contribution: the instance of the client that holds it.
    package var holder: UInt64?
    package var since: WallTime
    package var by: String

    package init(
        key: Key, source: SourceName, value: Value, rank: Int32, lifetime: LifetimeKind, lease: Interval?,
        deadline: Instant?, holder: UInt64?, since: WallTime, by: String
    ) {
        self.key = key
        self.source = source
        self.value = value
        self.rank = rank
        self.lifetime = lifetime
        self.lease = lease
        self.deadline = deadline
        self.holder = holder
        self.since = since
        self.by = by
    }
}

/// A node of the roster, as on disk.
package struct RosterRow: Hashable, Sendable {
    package var name: NodeName
    package var id: UInt64
    /// The direct child through which the node is reached; its own name for a direct child.
    package var branch: NodeName
    package var parent: NodeName?
    package var counted: Bool
    package var presence: Presence
    /// Of a direct child: its instance, rank and height when it was last seen.
    package var instance: UInt64
    package var rank: Int32
    package var height: UInt8
    package var lastSeen: WallTime

    package init(
        name: NodeName, id: UInt64, branch: NodeName, parent: NodeName?, counted: Bool, presence: Presence,
        instance: UInt64, rank: Int32, height: UInt8, lastSeen: WallTime
    ) {
        self.name = name
        self.id = id
        self.branch = branch
        self.parent = parent
        self.counted = counted
        self.presence = presence
        self.instance = instance
        self.rank = rank
        self.height = height
        self.lastSeen = lastSeen
    }
}

/// The last published value of a key at the root, so that a restarted root can answer at once.
package struct PublishedRow: Hashable, Sendable {
    package var record: Record

    package init(record: Record) { self.record = record }
}

/// What a node finds on its disk when it starts.
package struct Recovered: Hashable, Sendable {
    package var contributions: [ContributionRow] = []
    package var roster: [RosterRow] = []
    package var catalog: CatalogFrame?
    package var published: [PublishedRow] = []
    package var drained = false
    /// Whether deadlines count from this boot; of another boot each lease begins anew.
    package var sameBoot = true

    package init() {}
}
