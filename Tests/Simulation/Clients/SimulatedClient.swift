package import PreferenceTree
package import Preferences

/// A client process of the simulated tree: it publishes and watches at one node, over the session machine that
/// real clients use, and goes on where it was after every loss.
package final class SimulatedClient {
    package let station: Station
    unowned let world: World
    private var uplink = Uplink(heartbeat: .zero, deadAfter: .zero, seed: 0)
    /// Made at each start of the process.
    private(set) var instance: UInt64 = 0
    /// The incarnation of the node that the present session is with.
    private(set) var nodeIncarnation: UInt64 = 0
    var statements = PendingStatements()
    package internal(set) var watches: [Watch] = []
    package private(set) var answers: [UInt64: ReplyFrame] = [:]
    private var lastRequest: UInt64 = 0
    /// The last refusal of an attachment; nil: attached since.
    private(set) var refusal: Refusal?

    init(station: Station, world: World) {
        self.station = station
        self.world = world
    }

    var now: Instant { Instant(nanoseconds: world.now + 1) }
    package var isAttached: Bool { uplink.isAttached }

    /// Whether nothing that it asked for is still to come; a watch at the root stays silent while that is unknown.
    func isSettled(reachesRoot: Bool) -> Bool {
        guard isAttached || (statements.isEmpty && watches.isEmpty) else { return false }
        return statements.isIdle
            && watches.allSatisfy { $0.isSynced || ($0.frame.standpoint == .root && !reachesRoot) }
    }

    // MARK: - The process

    func start() {
        instance = world.random.next()
        uplink = Uplink(
            heartbeat: VirtualTime.timing.heartbeat, deadAfter: VirtualTime.timing.deadAfter, seed: instance)
        perform(uplink.start(at: now))
        perform(uplink.tick(at: now, mayJudge: true, hello: hello))
    }

    /// The process is gone: what it held ends, what it was going to say is said by its next start.
    func ended() {
        world.living.clientEnded(station.index)
        statements.processEnded()
        for index in watches.indices { watches[index].processEnded() }
        uplink.stop()
    }

    /// The socket has a connection: the HELLO that found none is said again at once.
    func connected() {
        if !uplink.isAttached { perform(uplink.tick(at: now, mayJudge: false, hello: hello)) }
    }

    func turn(_ arrived: [Arrival], ticks: Bool) {
        for arrival in arrived {
            guard case .fromParent(let connection, let frame) = arrival else { continue }
            if frame.message.isUnderCredit { connection.unread[Direction.down.rawValue] -= 1 }
            if station.connection === connection { perform(uplink.receive(frame, at: now)) }
        }
        if ticks {
            perform(uplink.tick(at: now, mayJudge: true, hello: hello))
            statements.refresh(at: world.now)
        }
        pump()
        if let frame = uplink.acknowledgement(at: now) { send(frame) }
    }

    private func hello(_ attempt: UInt32) -> Hello {
        Hello(
            attempt: attempt, role: .client, tree: "", name: station.name, instance: instance,
            incarnation: instance, lowestVersion: 1, highestVersion: 1, software: "sim", catalogHash: 0, rank: 0,
            height: 0, syncing: false, heartbeat: VirtualTime.timing.heartbeat,
            deadAfter: VirtualTime.timing.deadAfter, window: .standard)
    }

    private func send(_ frame: Frame) {
        if let connection = station.connection { world.transmit(frame, on: connection, .up) }
    }

    private func say(_ message: Message) {
        if let frame = uplink.send(message, at: now) { send(frame) }
    }

    private func perform(_ actions: [Uplink.Action]) {
        for action in actions {
            switch action {
            case .openSocket: world.openSocket(station)
            case .send(let frame): send(frame)
            case .attached(let welcome):
                refusal = nil
                nodeIncarnation = welcome.incarnation
                statements.attached()
                for index in watches.indices {
                    watches[index].attached()
                    say(.subscribe(watches[index].frame))
                }
            case .detached:
                statements.detached()
                for index in watches.indices { watches[index].detached() }
            case .refused(let refusal): self.refusal = refusal
            case .deliver(let message): deliver(message)
            }
        }
    }

    private func deliver(_ message: Message) {
        switch message {
        case .published(let answer):
            let incarnation = nodeIncarnation
            for change in statements.receive(answer, at: world.now) {
                world.living.settled(
                    change, client: station.index, node: station.target?.index ?? 0, incarnation: incarnation,
                    at: world.now)
            }
        case .notify(let frame):
            for index in watches.indices where watches[index].frame.standpoint == frame.standpoint {
                let here = station
                watches[index].receive(frame, in: world) { "\(here.name) at \(here.target?.name ?? "") " + $0 }
            }
        case .taken(let taken): statements.lose(key: taken.key, source: taken.source)
        case .reply(let reply): answers[reply.id] = reply
        default: break
        }
    }

    /// Sends what may leave now.
    private func pump() {
        guard uplink.isAttached else { return }
        while uplink.hasCredit, let frame = statements.next(at: world.now) { say(.publish(frame)) }
    }

    // MARK: - What the user wants

    package func state(_ statement: Statement, every refresh: Int64? = nil, confirmAtRoot: Bool = false) {
        touch(statement)
        statements.add(statement, refresh: refresh, confirmAtRoot: confirmAtRoot, at: world.now)
        if station.isUp, !station.isPaused { pump() }
    }

    /// Says a batch as it is, without regard for what becomes of it.
    package func state(together statements: [Statement]) {
        for statement in statements { touch(statement) }
        say(.publish(PublishFrame(id: .max, statements: statements)))
    }

    private func touch(_ statement: Statement) {
        guard let key = try? Key(statement.key), let node = station.target?.index else { return }
        world.steady.forget(key, at: node)
    }

    @discardableResult
    package func watch(_ patterns: [KeyPattern], at standpoint: Standpoint = .here, coverage: Bool = false) -> Int {
        let watch = Watch(
            id: UInt32(watches.count + 1), patterns: patterns, standpoint: standpoint, coverage: coverage)
        watches.append(watch)
        say(.subscribe(watch.frame))
        return watches.count - 1
    }

    package func unwatch(_ index: Int) {
        say(.unsubscribe(watches[index].frame.id))
        watches.remove(at: index)
    }

    package func ask(
        _ verb: RequestVerb, _ body: [(String, Value)] = [], target: String = ".", ticks: Int64 = 5
    ) -> UInt64 {
        lastRequest += 1
        say(
            .request(
                RequestFrame(
                    id: lastRequest, target: target, verb: verb, body: ValueMap(body),
                    timeout: VirtualTime.interval(ticks: ticks))))
        return lastRequest
    }

    func leave() {
        say(.bye(.leaving))
        uplink.stop()
        world.living.clientEnded(station.index)
    }
}
