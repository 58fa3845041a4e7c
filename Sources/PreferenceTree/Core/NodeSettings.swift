package import Preferences

/// The intervals that govern a node; all reloadable (`[timing]`).
///
/// A session keeps the heartbeat and the patience that its HELLO and WELCOME told both sides.
package struct Timing: Hashable, Sendable {
    /// How often an idle link says that it lives.
    package var heartbeat = Interval.seconds(1)
    /// After this long without a frame a child is stale, and a parent is left.
    package var deadAfter = Interval.seconds(3)
    /// How long a lost contribution stays where its key says nothing.
    package var grace = Interval.seconds(30)
    /// How long a restarted node waits for known children that do not attach.
    package var settle = Interval.seconds(10)
    /// The least time between two flushes of values: a change that comes sooner waits for it, in company.
    package var flush = Interval.milliseconds(1)

    package init() {}

    /// So many heartbeats may be missed in a row before a peer is silent, however short `deadAfter` is.
    private static let missedHeartbeats: Int64 = 3

    /// How long a peer that sends at this pace may be silent.
    func deadAfter(heartbeat: Interval) -> Interval { max(deadAfter, heartbeat * Timing.missedHeartbeats) }
}

/// What peers can make grow, and how far (`[limits]`).
package struct Limits: Hashable, Sendable {
    package var children = 4096
    package var clients = 4096
    package var keys = 1_000_000
    /// The largest frame, in bytes.
    package var frame = 1 << 20
    /// How full a frame is made, in bytes: large enough to be cheap, small enough for a short queue.
    package var frameTarget = 60 * 1024
    /// What a peer may have under way to this node (R7).
    package var window = Window.standard
    /// How long a key stays in memory after its last contribution and exact subscription.
    package var forgetKeysAfter = Interval.seconds(600)
    package var keysPerChild = 1_000_000
    package var sources = 100_000
    /// Key ids that one session may have in use.
    package var idsPerSession = 1_000_000
    /// Distinct causes kept for one key.
    package var causes = 4096
    /// Requests of one session that may be open (R16).
    package var openRequests = 1024
    /// Removals remembered for resuming subscribers (R15).
    package var rememberedRemovals = 65_536

    package init() {}
}

/// Everything a node is told at its start and at a reload.
package struct NodeSettings: Hashable, Sendable {
    package var tree: String
    package var name: NodeName
    package var rank: Int32 = 0
    /// Leaves its parent's roster on SIGTERM.
    package var isEphemeral = false
    /// Whether the node has a parent endpoint; one without is the root.
    package var hasParent: Bool
    /// Whether other nodes may attach.
    package var acceptsChildren: Bool
    /// Children that should be there, even if never seen.
    package var expected: [NodeName] = []
    /// After this long a missing node is forgotten; nil: never.
    package var forgetAfter: Interval?
    package var timing = Timing()
    package var limits = Limits()
    /// For people: where this node can be reached, as it says so in refusals.
    package var address = ""
    /// For people: where the parent is looked for.
    package var parentAddress = ""
    package var software = SoftwareVersion.text

    package init(tree: String, name: NodeName, hasParent: Bool, acceptsChildren: Bool) {
        self.tree = tree
        self.name = name
        self.hasParent = hasParent
        self.acceptsChildren = acceptsChildren
    }
}

/// What a node is besides its settings: random numbers drawn outside, so that the core has none of its own.
package struct NodeIdentity: Hashable, Sendable {
    /// Made with the data directory.
    package var instance: UInt64
    /// Random per start.
    package var incarnation: UInt64
    /// The epoch of this start's revisions: random, below 2⁵³, never 0.
    package var epoch: UInt64
    /// Seeds the jitter and the claims of this start.
    package var seed: UInt64

    package init(instance: UInt64, incarnation: UInt64, epoch: UInt64, seed: UInt64) {
        self.instance = instance
        self.incarnation = incarnation
        self.epoch = epoch
        self.seed = seed
    }
}
