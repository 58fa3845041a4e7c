import PreferenceTree
import Preferences
import Testing

/// One node whose parent, children and disk a test plays: every event is the test's, and so is when a turn ends.
struct ScriptedNode {
    /// The test's side of a session.
    struct Line {
        var session: UInt64 = 0
        var sent: UInt64 = 0
        var received: UInt64 = 0

        mutating func stamp(_ message: Message) -> Frame {
            if message.isSequenced { sent += 1 }
            return Frame(session: session, sequence: sent, acknowledged: received, message: message)
        }

        mutating func took(_ frame: Frame) {
            if frame.message.isSequenced { received = frame.sequence }
        }
    }

    private(set) var node: TreeNode
    private(set) var now: Instant
    private var above = Line()
    private var below: [LinkID: Line] = [:]
    /// What the node said in the last turns, in order, since `clear`.
    private(set) var sentUp: [Message] = []
    private(set) var sentDown: [(link: LinkID, message: Message)] = []
    private(set) var writes: [StoreWrite] = []
    /// What waits for the disk while it is held.
    private var tickets: [UInt64] = []
    /// Whether the disk answers only when `releaseDisk` is called.
    var holdsDisk = false
    private(set) var status = ""

    static let wall = WallTime(microseconds: 0)

    init(_ settings: NodeSettings, catalog: Catalog? = nil, recovered: Recovered = Recovered()) {
        now = .distantPast + .seconds(1)
        node = TreeNode(
            settings: settings, identity: NodeIdentity(instance: 1, incarnation: 1, epoch: 1, seed: 1),
            catalog: catalog, recovered: recovered, at: now, wall: ScriptedNode.wall)
        node.start()
        flush()
    }

    mutating func clear() {
        sentUp = []
        sentDown = []
        writes = []
    }

    // MARK: events

    mutating func pass(_ interval: Interval) {
        now = now + interval
        handle(.tick)
        flush()
    }

    mutating func handle(_ event: Event) { node.handle(event, at: now, wall: ScriptedNode.wall) }

    /// The end of a poll turn: what the node says is noted, and what it writes is on disk at once unless the disk is held.
    mutating func flush() {
        handle(.flush)
        var directives = node.takeDirectives()[...]
        while let directive = directives.popFirst() {
            switch directive {
            case .sendUp(let frame):
                above.took(frame)
                sentUp.append(frame.message)
            case .send(let link, let frame):
                if case .welcome = frame.message { below[link] = Line(session: frame.session) }
                below[link]?.took(frame)
                sentDown.append((link, frame.message))
            case .persist(let ticket, let written):
                writes += written
                tickets.append(ticket)
                if holdsDisk { continue }
                answerDisk()
                handle(.flush)
                directives += node.takeDirectives()
            case .status(let text, _): status = text
            default: break
            }
        }
    }

    private mutating func answerDisk() {
        for ticket in tickets { handle(.persisted(ticket: ticket)) }
        tickets = []
    }

    mutating func forgetLine(_ link: LinkID) { below[link] = nil }

    /// The disk takes nothing of what waits for it.
    mutating func refuseDisk() {
        for ticket in tickets { handle(.persistFailed(ticket: ticket, message: "the test's disk is full")) }
        tickets = []
        flush()
    }

    /// Everything that waits for the disk is written.
    mutating func releaseDisk() {
        holdsDisk = false
        answerDisk()
        flush()
    }

    mutating func fromParent(_ message: Message) { handle(.parentFrame(above.stamp(message))) }

    mutating func from(_ link: LinkID, _ message: Message) {
        guard var line = below[link] else {
            handle(.frame(link, Frame(message: message), PeerInfo(address: "test")))
            return
        }
        let frame = line.stamp(message)
        below[link] = line
        handle(.frame(link, frame, PeerInfo(address: "test")))
    }

    // MARK: what peers say

    /// Answers the node's last HELLO.
    mutating func welcome(path: [PathStep], catalogHash: UInt64, window: Window = .standard) throws {
        let hello = try #require(
            sentUp.lazy.compactMap { if case .hello(let hello) = $0 { hello } else { nil } }.last)
        above = Line(session: above.session + 1)
        let welcome = Welcome(
            attempt: hello.attempt, tree: hello.tree, name: try #require(path.last?.name), incarnation: 1, version: 1,
            software: "test", heartbeat: .seconds(1), deadAfter: .seconds(3), window: window,
            path: PathFrame(steps: path, cutOff: nil), catalogHash: catalogHash)
        fromParent(.welcome(welcome))
    }

    /// Answers every entry of the node's roster with "accepted".
    mutating func accept() {
        fromParent(.verdict(entriesUp.map { Verdict(entry: $0.reference, owner: nil) }))
    }

    mutating func hello(
        _ name: NodeName, on link: LinkID, instance: UInt64 = 7, incarnation: UInt64 = 1, catalogHash: UInt64,
        height: UInt8 = 0
    ) {
        below[link] = nil
        from(
            link,
            .hello(
                Hello(
                    attempt: 1, role: .node, tree: node.settings.tree, name: name.text, instance: instance,
                    incarnation: incarnation, lowestVersion: 1, highestVersion: 1, software: "test",
                    catalogHash: catalogHash, rank: 0, height: height, syncing: false, heartbeat: .seconds(1),
                    deadAfter: .seconds(3), window: .standard)))
        flush()
    }

    /// The whole roster of a child: itself, and what it says of the nodes below it.
    mutating func roster(_ name: NodeName, on link: LinkID, below: [RosterEntry] = []) {
        let entry = RosterEntry(name: name, id: 1, parent: nil, counted: true, presence: .live)
        from(link, .roster(RosterFrame(entries: [entry] + below, removed: [], complete: true)))
        flush()
    }

    // MARK: what the node said

    var entriesUp: [RosterEntry] {
        sentUp.flatMap { message -> [RosterEntry] in
            if case .roster(let frame) = message { frame.entries } else { [] }
        }
    }

    var statesUp: [StateFrame] { sentUp.compactMap { if case .state(let frame) = $0 { frame } else { nil } } }

    /// What the node answered to HELLOs on a link.
    func refusals(on link: LinkID) -> [Refusal] {
        sentDown.compactMap { if $0.link == link, case .refuse(let refusal) = $0.message { refusal } else { nil } }
    }

    func verdicts(on link: LinkID) -> [Verdict] {
        sentDown.flatMap { sent -> [Verdict] in
            if sent.link == link, case .verdict(let verdicts) = sent.message { verdicts } else { [] }
        }
    }
}
