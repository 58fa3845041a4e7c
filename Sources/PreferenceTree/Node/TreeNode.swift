package import Preferences

/// One daemon of the tree as a value: it takes events in and returns directives (semantics, protocol).
///
/// It has no socket, clock, thread, lock or file. The shell feeds frames, ticks and answers of the disk in and
/// carries directives out in order; the simulator does the same for a thousand nodes in virtual time. Nothing in
/// here trusts a timer: any of them may fire at any moment (R9).
///
/// Terms
/// - *top*: the root, or a node that has no session with its parent; it grants names (R11).
/// - *syncing*: after a start, until the children known from the disk have come back; nothing new is sent up and
///   nobody is notified (L3).
/// - *board*: what subscribers were last told; a node other than the root keeps a mirror of the root's besides.
package struct TreeNode: Sendable {
    package internal(set) var settings: NodeSettings
    let identity: NodeIdentity
    var now: Instant
    var wall: WallTime
    let startedAt: WallTime
    var directives: [Directive] = []
    var jitter: Jitter

    var catalog = CatalogState()
    var keys = KeyTable()
    var sources = SourceTable()
    var children: [ChildNode?] = []
    var childIndices: [NodeName: Int32] = [:]
    var childLinks: [LinkID: Int32] = [:]
    var clients: [LinkID: ClientPeer] = [:]
    /// The clients' links in the order in which they attached, so that a run can be replayed.
    var clientOrder: [LinkID] = []
    /// The link of an attached client, by its instance: one that comes back has one session, the newer.
    var clientInstances: [UInt64: LinkID] = [:]
    /// Whoever has a standing interest, in the order in which they came to have one.
    var listeners: [Party] = []
    /// Who may have sent something that no frame has acknowledged yet.
    var owing: [Party] = []
    var claims = Claims()
    var expectations = Expectations()
    /// Children whose first roster row is on its way to the disk.
    var enrolling: [Int32] = []
    var roster = Roster()
    var nodeCoverage = NodeCoverage(live: 1, stale: 0, missing: 0)
    /// The same when the last turn ended.
    var nodesBefore = NodeCoverage(live: 1, stale: 0, missing: 0)
    /// The nodes were counted since the last fold: the values that came with them are not folded yet.
    var hasJudged = false
    /// Keys that are let out under their new definition, and that some reader may believe to be syncing.
    var releasedKeys: [KeyIndex] = []
    var persistedRoster: [NodeName: RosterRow] = [:]

    var uplink: Uplink?
    /// When the present session with the parent began, for people.
    var attachedSince = WallTime(microseconds: 0)
    var upstream = Upstream()
    /// The path from the top to the parent, as the parent says; empty at the top.
    var pathAbove = PathFrame(steps: [], cutOff: nil)
    /// Since when the topmost node of that path has been without its parent; nil: it is the root.
    var cutOffAboveSince: Instant?
    var ownClaim: UInt64
    /// Who waits for the root while there is no session to carry the wait.
    var openWaits: [Wait] = []
    /// Waits that came in since the last flush, or that stand behind a generation that is still staged.
    var pendingWaits: [Wait] = []
    var parentRefusal: Refusal?
    /// Why the connection to the parent brings nothing, as the transport sees it; nil while it does.
    package var parentTrouble: String?
    /// Why no connections from below are taken; nil while they are.
    package internal(set) var transportTrouble: String?

    var board: Board
    var mirror: Mirror?
    var commits = CommitQueue()
    var requests = RequestTable()
    /// The gathering that a sub-request belongs to.
    var partOwners: [UInt64: UInt64] = [:]
    var syncing: Syncing?
    /// The first flush after the wait, or after the first catalog, opens the board.
    var hasJustSynced = false
    /// The next flush opens what was subscribed since the last one.
    var hasNewInterests = false
    var definitionChange: DefinitionChange?
    /// The parent is to be told that every changed key has been sent again (R10).
    var needsSettledMark = false
    /// The shortest that a session may go by: a reload leaves sessions theirs.
    package internal(set) var shortestHeartbeat: Interval
    var isStopping = false
    var isDrained: Bool
    var lastTick: Instant
    /// Nobody is judged silent before this instant: the node itself was asleep (L6).
    var judgeAfter = Instant.distantPast
    var nextForgetting = Instant.distantPast
    var nextSession: UInt64
    var lastStatus = ""
    var troubles = Troubles()
    var refusalsTold = RefusalsTold()
    var foreignInput = ForeignInput()
    var storageFault: String?
    var writesUnderWay = WritesUnderWay()
    var nextDebtPayment = Instant.distantPast
    var unpersistedRecords: Set<Key> = []
    var nextRecordWrite = Instant.distantPast

    package init(
        settings: NodeSettings, identity: NodeIdentity, catalog: Catalog?, recovered: Recovered, at now: Instant,
        wall: WallTime
    ) {
        self.settings = settings
        self.identity = identity
        self.now = now
        self.wall = wall
        startedAt = wall
        lastTick = now
        shortestHeartbeat = settings.timing.heartbeat
        jitter = Jitter(seed: identity.seed)
        ownClaim = jitter.next()
        nextSession = jitter.next() >> 16
        board = Board(epoch: identity.epoch)
        isDrained = recovered.drained
        if settings.hasParent {
            uplink = Uplink(
                heartbeat: settings.timing.heartbeat, deadAfter: settings.timing.deadAfter, seed: jitter.next())
            mirror = Mirror()
        }
        restore(recovered, catalog: catalog)
    }

    /// Begins: opens the way to the parent, and says what the node waits for.
    package mutating func start() {
        if !isDrained { perform(uplink?.start(at: now) ?? []) }
        finishSyncingIfReady()
        sayStatus()
    }

    /// Takes one event in. Directives are taken out with `takeDirectives`.
    package mutating func handle(_ event: consuming Event, at now: Instant, wall: WallTime) {
        self.now = max(self.now, now)
        self.wall = wall
        switch consume event {
        case .frame(let link, let frame, let peer): receive(frame, from: link, peer: peer)
        case .malformed(let link, let fault): receiveMalformed(fault, from: link)
        case .unknown(let link, let frame): receiveUnknown(frame, from: link)
        case .linkClosed(let link): linkClosed(link)
        case .linkDoubted(let link): sendDown(.ping, to: link)
        case .parentFrame(let frame): receiveFromParent(frame)
        case .parentMalformed(let fault): parentMalformed(fault)
        case .parentUnknown(let frame): receiveUnknownFromParent(frame)
        case .persisted(let ticket): persisted(ticket)
        case .persistFailed(let ticket, let message): persistFailed(ticket, message)
        case .reload(let settings, let catalog): reload(settings, catalog)
        case .transportTrouble(let trouble): tellTransportTrouble(trouble)
        case .answered(let request, let reply): answered(request, reply)
        case .tick: tick()
        case .flush: flush()
        case .putOffFlush: putOffFlush()
        case .stop: stop()
        }
    }

    package mutating func takeDirectives() -> [Directive] {
        let taken = directives
        directives.removeAll(keepingCapacity: true)
        return taken
    }

    /// Whether something waits for a `flush`.
    package var needsFlush: Bool {
        !keys.dirty.isEmpty || roster.isTouched || hasJustSynced || hasNewInterests || !directives.isEmpty
    }

    /// Whether there is something to fold.
    package var hasChanges: Bool { !keys.dirty.isEmpty }

    /// Whether changed values are all that waits: nobody attaches, and no wait of the node's own ends.
    package var mayPutOffFlush: Bool {
        hasChanges && !roster.isTouched && !hasJudged && !hasJustSynced && !hasNewInterests && !needsSettledMark
    }

    var isRoot: Bool { !settings.hasParent }
    /// Whether this node admits names that nobody else owns.
    var isTop: Bool { uplink?.isAttached != true }

    mutating func log(_ level: LogEntry.Level, _ message: String, _ fields: [String: String] = [:]) {
        directives.append(.log(LogEntry(level, message, fields)))
    }

    /// Logs what `status` shows too until it is over.
    mutating func complain(
        _ level: LogEntry.Level, _ message: String, about concern: Troubles.Concern, of subject: String = "",
        _ fields: [String: String] = [:]
    ) {
        troubles.note(message, concern, of: subject, at: wall)
        log(level, message, fields)
    }

    /// A configuration was to be taken over and cannot be; the shell has told the log.
    package mutating func reloadFailed(_ message: String) { troubles.note(message, .configuration, at: wall) }
}
