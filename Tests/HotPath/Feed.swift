import PreferenceTree
import PreferenceWire
import Preferences

/// One node, the frames its children send, and nothing else: no socket, no clock.
struct Feed {
    private struct Child {
        let link: LinkID
        var session: UInt64 = 0
        var sent: UInt64 = 0
        /// The last sequenced frame that came down.
        var received: UInt64 = 0
    }

    private let plan: FeedPlan
    private let catalogHash: UInt64
    private var node: TreeNode
    private var children: [Child]
    private var encoder = FrameEncoder()
    private var decoder = FrameDecoder()
    private var random = Feed.Random(state: 20_261_130)
    private let wall = WallTime(microseconds: 0)

    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 31)
        }
    }

    init?(_ plan: FeedPlan) {
        guard let catalog = plan.catalog, let name = try? NodeName("root") else { return nil }
        self.plan = plan
        catalogHash = catalog.contentHash
        node = TreeNode(
            settings: NodeSettings(tree: "test", name: name, hasParent: false, acceptsChildren: true),
            identity: NodeIdentity(instance: 1, incarnation: 1, epoch: 1, seed: 1), catalog: catalog,
            recovered: Recovered(), at: .distantPast, wall: wall)
        children = (0..<plan.children).map { Child(link: LinkID(number: UInt64($0))) }
        node.start()
        settle()
    }

    // MARK: the measured part

    mutating func run() {
        for _ in 0..<plan.frames {
            let child = Int(random.next() % UInt64(plan.children))
            takeFrame(encoded(.state(update()), from: child), children[child].link)
            settle()
        }
    }

    /// Bytes to dirty marks: what is counted is what runs in here.
    @inline(never)
    private mutating func takeFrame(_ bytes: [UInt8], _ link: LinkID) {
        guard let frame = try? decoder.decode(bytes) else { preconditionFailure("a frame that cannot be read") }
        node.handle(.frame(link, frame, nil), at: .distantPast, wall: wall)
    }

    private mutating func update() -> StateFrame {
        var keys = (0..<UInt32(FeedPlan.keys)).map { $0 }
        keys.shuffle(using: &random)
        return state(Array(keys.prefix(plan.updates)))
    }

    /// Random numbers for some keys.
    private mutating func state(_ keys: [UInt32]) -> StateFrame {
        var frame = StateFrame()
        frame.catalogHash = catalogHash
        if plan.type == .int {
            frame.intIDs = keys
            frame.ints = keys.map { _ in Int64(random.next() >> 12) }
        } else {
            frame.floatIDs = keys
            frame.floats = keys.map { _ in Double(random.next() >> 12) / 64 }
        }
        return frame
    }

    private mutating func encoded(_ message: Message, from child: Int) -> [UInt8] {
        if message.isSequenced { children[child].sent += 1 }
        var bytes: [UInt8] = []
        encoder.encode(
            Frame(
                session: children[child].session, sequence: children[child].sent,
                acknowledged: children[child].received, message: message), into: &bytes)
        return bytes
    }

    // MARK: the way there

    /// Each child says hello, gives its roster and a snapshot of every key.
    mutating func attachChildren() {
        for child in children.indices {
            guard let name = try? NodeName("child\(child)") else { continue }
            say(.hello(hello(name)), from: child)
            let entry = RosterEntry(name: name, id: UInt64(child) + 1, parent: nil, counted: true, presence: .live)
            say(.roster(RosterFrame(entries: [entry], removed: [], complete: true)), from: child)
            var snapshot = state((0..<UInt32(FeedPlan.keys)).map { $0 })
            snapshot.marks = [.begin, .end]
            snapshot.names = (0..<FeedPlan.keys).compactMap { number in
                (try? Key("k\(number)")).map { StateFrame.Name(id: UInt32(number), key: $0) }
            }
            say(.state(snapshot), from: child)
        }
    }

    private func hello(_ name: NodeName) -> Hello {
        Hello(
            attempt: 1, role: .node, tree: "test", name: name.text, instance: 7, incarnation: 7, lowestVersion: 1,
            highestVersion: 1, software: "test", catalogHash: catalogHash, rank: 0, height: 0, syncing: false,
            heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard)
    }

    private mutating func say(_ message: Message, from child: Int) {
        let bytes = encoded(message, from: child)
        guard let frame = try? decoder.decode(bytes) else { preconditionFailure("a frame that cannot be read") }
        node.handle(.frame(children[child].link, frame, PeerInfo(address: "test")), at: .distantPast, wall: wall)
        settle()
    }

    /// Lets the node finish its turn, and notes what it says to each child.
    private mutating func settle() {
        node.handle(.flush, at: .distantPast, wall: wall)
        let directives = node.takeDirectives()
        for case .persist(let ticket, _) in directives {
            node.handle(.persisted(ticket: ticket), at: .distantPast, wall: wall)
            node.handle(.flush, at: .distantPast, wall: wall)
        }
        for case .send(let link, let frame) in directives + node.takeDirectives() {
            let child = Int(link.number)
            switch frame.message {
            case .welcome: children[child].session = frame.session
            case .refuse, .sayHello, .fault: preconditionFailure("a child was answered \(frame.message)")
            default: break
            }
            if frame.message.isSequenced { children[child].received = frame.sequence }
        }
    }
}
