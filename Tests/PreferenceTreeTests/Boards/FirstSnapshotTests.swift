import PreferenceTree
import Preferences
import Testing

@Suite("The snapshot of a new subscription")
struct FirstSnapshotTests {
    @Test("a subscription that comes in the turn of the catalog is told every declared key")
    func sameTurn() throws {
        let key = try Key("k")
        let catalog = Catalog([Definition(pattern: .exact(key), type: .int, policy: .sum)])
        let (instant, wall) = (Instant(nanoseconds: 1), WallTime(microseconds: 1))
        let settings = NodeSettings(
            tree: "t", name: try NodeName("root"), hasParent: false, acceptsChildren: true)
        var node = TreeNode(
            settings: settings, identity: NodeIdentity(instance: 1, incarnation: 1, epoch: 1, seed: 1),
            catalog: nil, recovered: Recovered(), at: instant, wall: wall)
        node.start()
        let link = LinkID(number: 1)
        let hello = Hello(
            attempt: 1, role: .client, tree: "", name: "c", instance: 1, incarnation: 1, lowestVersion: 1,
            highestVersion: 1, software: "t", catalogHash: 0, rank: 0, height: 0, syncing: false,
            heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard)
        node.handle(.frame(link, Frame(message: .hello(hello)), PeerInfo(address: "c")), at: instant, wall: wall)
        node.handle(.flush, at: instant, wall: wall)
        let session = try #require(frames(node.takeDirectives()).last).session
        node.handle(.reload(settings, catalog), at: instant, wall: wall)
        let subscribe = SubscribeFrame(id: 1, patterns: [.prefix("")], standpoint: .here, coverage: false, after: nil)
        let frame = Frame(session: session, sequence: 1, message: .subscribe(subscribe))
        node.handle(.frame(link, frame, nil), at: instant, wall: wall)
        node.handle(.flush, at: instant, wall: wall)
        let told = frames(node.takeDirectives()).flatMap { frame -> [Record] in
            if case .notify(let notify) = frame.message { notify.records } else { [] }
        }
        #expect(told.map(\.key) == [key])
    }

    private func frames(_ directives: [Directive]) -> [Frame] {
        directives.compactMap { if case .send(_, let frame) = $0 { frame } else { nil } }
    }
}
