import PreferenceTree
import PreferenceWire
import Preferences

/// What clients and nodes say to each other.
extension GoldenFrames {
    private static func frame(_ sequence: UInt64, _ message: Message) -> Frame {
        Frame(session: 0x1122_3344_5566_7788, sequence: sequence, acknowledged: 2, message: message)
    }

    private static let fault = RequestFault(
        code: .wrongType, message: "pool.max_temp is a float, not a text", hint: "publish a number", retry: false)

    static func clients() throws -> [(String, Frame)] {
        let published = PublishedFrame(
            id: 1, stage: .root, failures: [PublishedFrame.Failure(index: 1, fault: fault)], retracted: 1)
        let subscribe = SubscribeFrame(
            id: 1, patterns: [try KeyPattern("pool.*"), try KeyPattern("site.mode")], standpoint: .here,
            coverage: false, after: nil)
        var resume = subscribe
        resume.standpoint = .root
        resume.coverage = true
        resume.after = Position(epoch: 0xE70C, revision: 12)
        return [
            ("publish", frame(1, .publish(publish()))),
            ("publish-one", frame(1, .publish(one()))),
            ("published", frame(1, .published(PublishedFrame(id: 1, stage: .node)))),
            ("published-root", frame(2, .published(published))),
            ("taken", frame(3, .taken(TakenSource(key: "pool.max_temp", source: "example", by: "root (pid 4711)")))),
            ("subscribe", frame(2, .subscribe(subscribe))),
            ("subscribe-resume", frame(2, .subscribe(resume))),
            ("unsubscribe", frame(3, .unsubscribe(1))),
            ("notify-snapshot", frame(3, .notify(try snapshot()))),
            ("notify-change", frame(4, .notify(try change()))),
        ]
    }

    /// What the example publisher sends.
    private static func one() -> PublishFrame {
        PublishFrame(
            id: 1,
            statements: [
                Statement(operation: .publish(.float(71.25)), key: "pool.max_temp", source: "example", lifetime: .held)
            ])
    }

    private static func publish() -> PublishFrame {
        PublishFrame(
            id: 1,
            statements: [
                Statement(
                    operation: .publish(.list([.int(1), .float(1), .null])), key: "pool.list", source: "a", rank: -1,
                    lifetime: .ttl(.seconds(60)), take: true),
                Statement(operation: .publish(.null), key: "pool.max_temp", source: "b"),
                Statement(operation: .retract, key: "pool.max_temp", source: "c"),
            ],
            confirmAtRoot: true, stream: 5, replacement: PublishFrame.Replacement(source: "node", stream: 5),
            restated: true)
    }

    private static func snapshot() throws -> NotifyFrame {
        let record = Record(
            key: try Key("pool.max_temp"), value: .float(71.25), explicit: true, revision: 12, state: .ok, causes: [],
            truncated: false, reason: .snapshot, cause: "", time: WallTime(microseconds: 1_700_000_000_000_000),
            sources: 3, staleSources: 0)
        return NotifyFrame(
            standpoint: .here, epoch: 0xE70C, nodes: NodeCoverage(live: 2, stale: 0, missing: 1), records: [record],
            initial: 1, synced: 1, syncedRevision: 12)
    }

    private static func change() throws -> NotifyFrame {
        let record = Record(
            key: try Key("pool.sum"), value: nil, explicit: true, revision: 13, state: .degraded,
            causes: ["undefined"], truncated: true, reason: .lost, cause: "watch.7",
            time: WallTime(microseconds: 1_700_000_000_500_000), sources: 2, staleSources: 1)
        return NotifyFrame(
            standpoint: .root, epoch: 0xE70C, nodes: NodeCoverage(live: 1, stale: 1, missing: 1), records: [record],
            syncedRevision: 13, replaces: true, forgotten: [try Key("pool.old")], age: .seconds(4))
    }

    static func requests() throws -> [(String, Frame)] {
        let get = RequestFrame(
            id: 9, target: "/", verb: .get, body: ValueMap([("keys", .list([.text("pool.max_temp")]))]),
            timeout: .seconds(5))
        return [
            ("request", frame(4, .request(get))),
            (
                "request-bare",
                frame(
                    5,
                    .request(
                        RequestFrame(id: 10, target: ".", verb: .tree, body: ValueMap(), timeout: .seconds(5))))
            ),
            ("reply", frame(5, .reply(ReplyFrame(id: 9, body: .list([.text("part")]), last: false)))),
            ("reply-fault", frame(6, .reply(ReplyFrame(id: 10, body: .null, fault: fault)))),
        ]
    }
}
