import PreferenceDaemon
import PreferenceTree
import Preferences
import Testing

@Suite("When a node folds and tells")
struct FlushScheduleTests {
    /// A root with one watched key and one publisher, in virtual time.
    private struct FloodedRoot {
        private static let client = LinkID(number: 1)
        private static let key = "k"
        var node: TreeNode
        var flushes = FlushSchedule()
        var interval: Interval
        private(set) var now = Instant(nanoseconds: 1_000_000_000)
        private(set) var told: [Int64] = []
        private(set) var acknowledged = 0
        private(set) var answers: [Value] = []
        private var session: UInt64 = 0
        private var sent: UInt64 = 0
        private var received: UInt64 = 0

        init(every interval: Interval) throws {
            self.interval = interval
            let definition = Definition(pattern: try KeyPattern(Self.key), type: .int, policy: .sum)
            node = TreeNode(
                settings: NodeSettings(tree: "t", name: try NodeName("r"), hasParent: false, acceptsChildren: true),
                identity: NodeIdentity(instance: 1, incarnation: 1, epoch: 1, seed: 1),
                catalog: Catalog([definition]), recovered: Recovered(), at: now, wall: WallTime(microseconds: 1))
            node.start()
            turn(
                .hello(
                    Hello(
                        attempt: 1, role: .client, tree: "t", name: "c", instance: 1, incarnation: 1, lowestVersion: 1,
                        highestVersion: 1, software: "", catalogHash: 0, rank: 0, height: 0, syncing: false,
                        heartbeat: .seconds(60), deadAfter: .seconds(180), window: .standard)))
            turn(
                .subscribe(
                    SubscribeFrame(
                        id: 1, patterns: [try KeyPattern(Self.key)], standpoint: .here, coverage: false, after: nil)))
            told = []
            now = now + .seconds(20)
        }

        mutating func pass(_ interval: Interval) { now = now + interval }

        /// One poll turn in which at most one frame comes in.
        mutating func turn(_ message: Message? = nil) {
            let wall = WallTime(microseconds: 1)
            if let message {
                if message.isSequenced { sent += 1 }
                let frame = Frame(session: session, sequence: sent, acknowledged: received, message: message)
                node.handle(.frame(Self.client, frame, PeerInfo(address: "test")), at: now, wall: wall)
            }
            flushes.endTurn(of: &node, every: interval, at: now, wall: wall)
            for case .send(_, let frame) in node.takeDirectives() { hear(frame) }
        }

        private mutating func hear(_ frame: Frame) {
            if frame.message.isSequenced { received = frame.sequence }
            switch frame.message {
            case .welcome: session = frame.session
            case .published: acknowledged += 1
            case .reply(let reply): answers.append(reply.body)
            case .notify(let notify):
                for record in notify.records { if case .int(let value)? = record.value { told.append(value) } }
            default: break
            }
        }

        mutating func publish(_ value: Int64) {
            let statement = Statement(
                operation: .publish(.int(value)), key: Self.key, source: "s", lifetime: .volatile)
            turn(.publish(PublishFrame(id: UInt64(value) + 1, statements: [statement])))
        }

        mutating func get() {
            turn(
                .request(
                    RequestFrame(
                        id: 1, target: ".", verb: .get, body: ValueMap([("keys", .list([.text(Self.key)]))]),
                        timeout: .seconds(1))))
        }
    }

    @Test("a change after a pause is told in its own turn")
    func idle() throws {
        var root = try FloodedRoot(every: .milliseconds(10))
        for value in 1...5 as ClosedRange<Int64> {
            root.pass(.milliseconds(10))
            root.publish(value)
            #expect(root.told == Array(1...value))
        }
        #expect(root.flushes.due(every: root.interval) == nil)
    }

    @Test("changes of a flood are told together, the last one when it is due, and each is acknowledged at once")
    func flood() throws {
        var root = try FloodedRoot(every: .milliseconds(10))
        for value in 1...100 as ClosedRange<Int64> {
            root.pass(.milliseconds(1))
            root.publish(value)
            #expect(root.acknowledged == Int(value))
        }
        #expect(root.told == stride(from: 1, through: 91, by: 10).map { Int64($0) })
        let due = try #require(root.flushes.due(every: root.interval))
        #expect(due.since(root.now) == .milliseconds(1))
        root.turn()
        #expect(root.told.last == 91)
        root.pass(.milliseconds(1))
        root.turn()
        #expect(root.told.last == 100)
        #expect(root.flushes.due(every: root.interval) == nil)
    }

    @Test("get answers what was published last, flushed or not")
    func get() throws {
        var root = try FloodedRoot(every: .seconds(10))
        root.publish(1)
        root.publish(2)
        #expect(root.told == [1])
        root.get()
        guard case .map(let body)? = root.answers.last, case .list(let records)? = body["records"],
            case .map(let record)? = records.first
        else {
            Issue.record("no record: \(root.answers)")
            return
        }
        #expect(record["value"] == .int(2))
        root.pass(.seconds(10))
        root.turn()
        #expect(root.told == [1, 2])
    }

    @Test("another interval holds from the next turn on, and none lets every turn tell")
    func reload() throws {
        var root = try FloodedRoot(every: .seconds(10))
        root.publish(1)
        root.publish(2)
        root.interval = .zero
        root.turn()
        #expect(root.told == [1, 2])
        root.publish(3)
        root.publish(4)
        #expect(root.told == [1, 2, 3, 4])
    }
}
