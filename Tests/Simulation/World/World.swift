import PreferenceTestSupport
import PreferenceTree
import PreferenceWire
import Preferences

/// A whole tree in one process and in virtual time: nodes, clients, the connections between them, and their faults.
///
/// Everything that happens follows from the seed and from what the caller does; nothing sleeps and nothing waits.
package final class World {
    private(set) var now: Int64 = 0
    var random: SplitMix64
    var agenda = Agenda()
    package private(set) var stations: [Station] = []
    /// Every frame is encoded and decoded on its way.
    let usesCodec: Bool
    var encoder = FrameEncoder()
    var decoder = FrameDecoder()
    package internal(set) var trace: Trace
    package internal(set) var counters = Counters()
    var events = 0
    /// What went against a law, in words; the run stops at the first.
    package private(set) var violation: String?
    private var nextLink: UInt64 = 1
    /// When the last frame was sent that is no sign of life, nor what keeps a lease.
    var lastTraffic: Int64 = 0
    /// When the last of all frames under way arrives.
    var latestArrival: Int64 = 0
    /// Sees every frame that is sent.
    var tap: ((Connection, Direction, Frame) -> Void)?
    var living = LivingSources()
    var steady = SteadySources()
    /// How many changes watchers were told.
    var notifications = 0

    package init(seed: UInt64, usesCodec: Bool = false, keepsTrace: Bool = false) {
        random = SplitMix64(seed: seed)
        self.usesCodec = usesCodec
        trace = Trace(keepsLines: keepsTrace)
    }

    func violated(_ law: @autoclosure () -> String) {
        if violation == nil {
            violation = law()
            trace.note(now, 99, 0, "VIOLATION \(violation ?? "")")
        }
    }

    func newStation(_ name: String) -> Station {
        let station = Station(index: stations.count, name: name)
        stations.append(station)
        return station
    }

    func newLink() -> LinkID {
        nextLink += 1
        return LinkID(number: nextLink)
    }

    /// Nothing happens any more: processes and connections that hold each other let go.
    func dismantle() {
        agenda = Agenda()
        tap = nil
        for station in stations { station.letGo() }
    }

    // MARK: - Time

    func run(until end: Int64) {
        while violation == nil, let next = agenda.nextTime, next <= end, let (time, action) = agenda.next() {
            now = time
            carryOut(action)
        }
        now = max(now, end)
    }

    package func run(ticks: Double) { run(until: now + VirtualTime.ticks(ticks)) }

    private func carryOut(_ action: Action) {
        events += 1
        switch action {
        case .wake(let station, let generation):
            guard station.generation == generation else { return }
            station.isWakeScheduled = false
            if station.isUp, !station.isPaused { turn(station, ticks: false) }
        case .tick(let station, let generation):
            guard station.generation == generation, station.isUp else { return }
            scheduleTick(station)
            if !station.isPaused { turn(station, ticks: true) }
        case .up(let connection, let frame): arriveUp(frame, connection)
        case .down(let connection, let frame): arriveDown(frame, connection)
        case .closed(let connection): closedFromBelow(connection)
        case .connect(let station, let socket): connect(station, socket: socket)
        case .written(let station, let generation, let ticket): written(station, generation, ticket)
        case .heal(let heal): self.heal(heal)
        }
    }

    func scheduleTick(_ station: Station) {
        let isWild = station.node?.hasWildTimers ?? false
        let steady = station.node == nil ? VirtualTime.tick * 3 / 2 : VirtualTime.tick * 3 / 4
        let pause = isWild ? random.span(VirtualTime.tick / 100...VirtualTime.tick) : steady
        agenda.schedule(.tick(station, generation: station.generation), at: now + pause)
    }

    /// How long a process may be busy elsewhere before it reads what has come.
    private static let longestNap = VirtualTime.tick / 8

    func wake(_ station: Station) {
        guard station.isUp, !station.isPaused, !station.isWakeScheduled else { return }
        station.isWakeScheduled = true
        agenda.schedule(
            .wake(station, generation: station.generation), at: now + random.span(0...World.longestNap))
    }

    /// One turn of a process: everything that arrived, then what is overdue.
    private func turn(_ station: Station, ticks: Bool) {
        let arrived = station.inbox
        station.inbox.removeAll(keepingCapacity: true)
        if let node = station.node {
            turn(station, node, arrived, ticks: ticks)
        } else if let client = station.client {
            client.turn(arrived, ticks: ticks)
        }
    }

    private func turn(_ station: Station, _ node: SimulatedNode, _ arrived: [Arrival], ticks: Bool) {
        if ticks, node.hasWildTimers, random.chance(1, in: 12) {
            node.clockLead += random.span(0...VirtualTime.ticks(5))
        }
        let ticksFirst = ticks && random.chance(1, in: 4)
        if ticksFirst { node.handle(.tick, at: now) }
        for arrival in arrived {
            switch arrival {
            case .fromBelow(let connection, let frame):
                if frame.message.isUnderCredit { connection.unread[Direction.up.rawValue] -= 1 }
                node.handle(.frame(connection.link, frame, World.peer(connection.child)), at: now)
            case .linkClosed(let link): node.handle(.linkClosed(link), at: now)
            case .fromParent(let connection, let frame):
                if frame.message.isUnderCredit { connection.unread[Direction.down.rawValue] -= 1 }
                if station.connection === connection { node.handle(.parentFrame(frame), at: now) }
            case .persisted(let ticket): node.handle(.persisted(ticket: ticket), at: now)
            case .persistFailed(let ticket):
                node.handle(.persistFailed(ticket: ticket, message: "the simulated disk is full"), at: now)
            }
        }
        if ticks, !ticksFirst { node.handle(.tick, at: now) }
        flush(station, node)
    }

    /// A timer fires at once, before anything that waits is read.
    func tickNow(_ station: Station) {
        guard let node = station.node, station.isUp, !station.isPaused else { return }
        node.handle(.tick, at: now)
        flush(station, node)
    }

    /// The end of a turn: the node says what it wants done.
    func flush(_ station: Station, _ node: SimulatedNode) {
        node.handle(.flush, at: now)
        perform(node.tree?.takeDirectives() ?? [], of: station, node)
    }

    private static func peer(_ station: Station) -> PeerInfo {
        PeerInfo(address: "sim://\(station.name)/\(station.generation)")
    }
}
