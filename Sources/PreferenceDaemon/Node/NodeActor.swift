internal import Glibc
internal import PreferenceTree
internal import Preferences
internal import ServiceRuntime
internal import ZeroMQ

/// A node on its poll thread: feeds what comes in to the core and carries out what the core wants.
///
/// The actor's executor is the thread that waits for the sockets, so nothing here needs a lock or an `await`. What may
/// wait for a disk has a thread of its own, and its answers come back through the loop.
actor NodeActor: LoopResident {
    nonisolated let loop: EventLoop
    let log: DaemonLog
    let context: Context
    let configurationFile: String
    /// What is in force; after a reload another than the file of the start said.
    var configuration: Configuration
    var node: TreeNode
    /// Nil before `begin` and after `end`.
    var transport: Transport?
    var disk: DiskThread<StoreWorker>?
    var reader: DiskThread<ConfigurationReader>?
    var ticketOrder = TicketOrder()
    private var schedule: TickSchedule
    var now: Instant
    /// Whether something happened since the last flush.
    var hasNews = false
    private var flushes = FlushSchedule()
    var isOpen = false
    var ending = Ending.none
    var farewells = Farewells()
    var parentWatch = ParentWatch()
    var systemd = SystemdReport()
    /// What the log was last told about the parent.
    var toldParentReason: ParentWatch.Reason?
    /// What the core last said about itself.
    var phase = (text: "starting", ready: false)

    /// How far the node has come with stopping.
    enum Ending {
        case none
        /// Goodbye has been said; answers are waited for until an instant.
        case farewell(until: Instant, CheckedContinuation<Void, Never>)
        case over
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The loop is kept as long as self.
        unsafe loop.asUnownedSerialExecutor()
    }

    init(
        loop: EventLoop, node: TreeNode, configuration: Configuration, file: String, context: Context, log: DaemonLog
    ) {
        self.loop = loop
        self.node = node
        self.configuration = configuration
        configurationFile = file
        self.context = context
        self.log = log
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        schedule = TickSchedule(from: now)
    }

    func begin() {
        let limit = (try? DescriptorLimit.current()).map { Int(clamping: $0.soft) } ?? .max
        transport = Transport(
            in: context, frameLimit: configuration.limits.frame, descriptors: loop.descriptors, log: log.log,
            budget: DescriptorBudget(limit: limit))
    }

    func wait(mayBlock: Bool) { transport?.wait(mayBlock: mayBlock) }

    func turn() -> MonotonicInstant? {
        guard isOpen, let transport else { return nil }
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        transport.retry()
        transport.read { event in
            if case .parentFrame = event { parentWatch.heard() }
            if case .farewell = ending { farewells.saw(event) }
            handle(event)
        }
        transport.watchDescriptors()
        if transport.trouble != node.transportTrouble { handle(.transportTrouble(transport.trouble)) }
        transport.sightsOfParent { parentWatch.saw($0) }
        tickIfDue()
        settle()
        tellPhase()
        endFarewellIfDue()
        if hasNews || transport.isAnythingDue { return MonotonicInstant(nanoseconds: now.nanoseconds) }
        return nextTurn(transport)
    }

    private func tickIfDue() {
        guard now >= schedule.next(heartbeat: node.shortestHeartbeat, deadline: node.nextDeadline) else { return }
        schedule.ticked(at: now)
        handle(.tick)
    }

    private func nextTurn(_ transport: Transport) -> MonotonicInstant {
        let tick = schedule.next(heartbeat: node.shortestHeartbeat, deadline: node.nextDeadline)
        var next = tick.nanoseconds
        if transport.hasUnsent { next = min(next, now.nanoseconds + Transport.retryNanoseconds) }
        if let flush = flushes.due(every: configuration.timing.flush) { next = min(next, flush.nanoseconds) }
        if case .farewell(let until, _) = ending { next = min(next, until.nanoseconds) }
        return MonotonicInstant(nanoseconds: next)
    }

    /// Gives the core an event.
    func handle(_ event: Event) {
        hasNews = true
        node.handle(event, at: now, wall: WallTime(microseconds: WallInstant.now.nanoseconds / 1_000))
    }

    /// Ends what belongs together: a flush that may be put off, then everything that the core wants done, in order.
    func settle() {
        guard hasNews || node.needsFlush else { return }
        hasNews = false
        flushes.endTurn(
            of: &node, every: configuration.timing.flush, at: now,
            wall: WallTime(microseconds: WallInstant.now.nanoseconds / 1_000))
        for directive in node.takeDirectives() { carryOut(directive) }
    }

    func end() {
        isOpen = false
        transport?.close(lingerMilliseconds: SocketPolicy.farewellMilliseconds)
        // Farewells leave before another process may have the paths.
        context.terminate()
        transport = nil
        (disk, reader) = (nil, nil)
    }
}
