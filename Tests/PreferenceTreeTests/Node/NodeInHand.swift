import PreferenceTree
import Preferences
import Testing

/// One node, fed by hand in virtual time: its peers' frames, its disk's answers, and nothing else.
struct NodeInHand {
    private struct Peer {
        var session: UInt64 = 0
        var sent: UInt64 = 0
        /// The last sequenced frame that came down.
        var received: UInt64 = 0
        var messages: [Message] = []
    }

    var node: TreeNode
    private(set) var now = Instant(nanoseconds: 1_000_000_000)
    private(set) var log: [LogEntry] = []
    /// Tickets that the disk has not answered.
    private(set) var tickets: [(number: UInt64, writes: [StoreWrite])] = []
    /// Whether the disk answers at once.
    var hasQuickDisk = true
    private var peers: [LinkID: Peer] = [:]
    private var requests: UInt64 = 0
    private let catalogHash: UInt64

    init(_ definitions: [Definition], _ change: (inout NodeSettings) -> Void = { _ in }) throws {
        var settings = NodeSettings(tree: "t", name: try NodeName("top"), hasParent: false, acceptsChildren: true)
        change(&settings)
        let catalog = Catalog(definitions)
        catalogHash = catalog.contentHash
        node = TreeNode(
            settings: settings, identity: NodeIdentity(instance: 1, incarnation: 2, epoch: 3, seed: 4),
            catalog: settings.hasParent ? nil : catalog, recovered: Recovered(), at: now,
            wall: WallTime(microseconds: 1))
        node.start()
        finishTurn()
    }

    /// Takes events in as one poll turn does, without its end.
    mutating func handle(_ event: consuming Event) {
        node.handle(event, at: now, wall: WallTime(microseconds: now.nanoseconds / 1000))
        carryOut()
    }

    mutating func finishTurn() { handle(.flush) }

    mutating func pass(_ interval: Interval) {
        now = now + interval
        handle(.tick)
        finishTurn()
    }

    /// Moves the clock and lets nobody know.
    mutating func wait(_ interval: Interval) { now = now + interval }

    private mutating func carryOut() {
        for directive in node.takeDirectives() {
            switch directive {
            case .send(let link, let frame):
                if case .welcome = frame.message { peers[link] = Peer(session: frame.session) }
                if frame.message.isSequenced { peers[link]?.received = frame.sequence }
                peers[link, default: Peer()].messages.append(frame.message)
            case .persist(let ticket, let writes): tickets.append((ticket, writes))
            case .log(let entry): log.append(entry)
            default: break
            }
        }
        guard hasQuickDisk, !tickets.isEmpty else { return }
        for ticket in takeTickets() { handle(.persisted(ticket: ticket.number)) }
    }

    mutating func takeTickets() -> [(number: UInt64, writes: [StoreWrite])] {
        let taken = tickets
        tickets = []
        return taken
    }

    // MARK: peers

    /// What came over a link since the last call.
    mutating func heard(on link: LinkID) -> [Message] {
        let messages = peers[link]?.messages ?? []
        peers[link]?.messages = []
        return messages
    }

    /// Says something over a link, numbered as its session wants it.
    mutating func say(_ message: Message, on link: LinkID) {
        if message.isSequenced { peers[link, default: Peer()].sent += 1 }
        let peer = peers[link] ?? Peer()
        let frame = Frame(
            session: peer.session, sequence: peer.sent, acknowledged: peer.received, message: message)
        handle(.frame(link, frame, PeerInfo(address: "hand")))
    }

    /// The header's numbers of the link's next frame, for one that has no message.
    mutating func numbers(sequenced: Bool, on link: LinkID) -> Frame.Numbers {
        if sequenced { peers[link, default: Peer()].sent += 1 }
        let peer = peers[link] ?? Peer()
        return Frame.Numbers(
            session: peer.session, sequence: peer.sent, acknowledged: peer.received, isSequenced: sequenced)
    }

    mutating func attachClient(_ number: UInt64 = 100, instance: UInt64? = nil) -> LinkID {
        let link = LinkID(number: number)
        say(.hello(hello(.client, "client\(number)", instance ?? number)), on: link)
        finishTurn()
        return link
    }

    /// Attaches a child node that gives its roster and no state.
    mutating func attachChild(_ name: String, _ number: UInt64 = 1, instance: UInt64? = nil) throws -> LinkID {
        let link = LinkID(number: number)
        peers[link] = nil
        say(.hello(hello(.node, name, instance ?? number)), on: link)
        let entry = RosterEntry(name: try NodeName(name), id: number, parent: nil, counted: true, presence: .live)
        say(.roster(RosterFrame(entries: [entry], removed: [], complete: true)), on: link)
        finishTurn()
        return link
    }

    private func hello(_ role: PeerRole, _ name: String, _ number: UInt64) -> Hello {
        Hello(
            attempt: 1, role: role, tree: "t", name: name, instance: number, incarnation: number, lowestVersion: 1,
            highestVersion: 1, software: "test", catalogHash: catalogHash, rank: 0, height: 0, syncing: false,
            heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard)
    }

    /// A frame of state of a child, with integers by key id.
    mutating func state(
        _ ints: [UInt32: Int64], names: [UInt32: String] = [:], marks: StateFrame.Marks = [], on link: LinkID
    ) throws {
        var frame = StateFrame()
        frame.catalogHash = catalogHash
        frame.marks = marks
        frame.names = try names.sorted { $0.key < $1.key }.map { StateFrame.Name(id: $0.key, key: try Key($0.value)) }
        frame.intIDs = ints.keys.sorted()
        frame.ints = frame.intIDs.map { ints[$0] ?? 0 }
        frame.coverageIDs = frame.intIDs
        frame.liveSources = frame.intIDs.map { _ in 1 }
        frame.staleSources = frame.intIDs.map { _ in 0 }
        say(.state(frame), on: link)
        finishTurn()
    }

    // MARK: questions

    /// The last part of the answer to a question, if it has come.
    mutating func ask(
        _ verb: RequestVerb, _ body: [(String, Value)] = [], at target: String = ".", on link: LinkID
    ) -> ReplyFrame? {
        requests += 1
        let id = requests
        say(
            .request(
                RequestFrame(id: id, target: target, verb: verb, body: ValueMap(body), timeout: .seconds(5))),
            on: link)
        finishTurn()
        for case .reply(let reply) in heard(on: link) where reply.id == id && reply.last { return reply }
        return nil
    }

    /// What `get` says of one key.
    mutating func record(of key: String, on link: LinkID) -> ValueMap {
        let reply = ask(.get, [("keys", .list([.text(key)]))], on: link)
        guard case .map(let body)? = reply?.body, case .list(let records)? = body["records"],
            case .map(let record)? = records.first
        else {
            Issue.record("no record of \(key): \(String(describing: reply))")
            return ValueMap()
        }
        return record
    }
}
