import PreferenceTree
import Preferences
import Testing

@Suite("What readers are told of the sources and nodes behind values (R17)")
struct CoverageTests {
    let setting: SumSetting
    let leaf = LinkID(number: 1)
    let reader = LinkID(number: 9)

    init() throws { setting = try SumSetting() }

    private func root(_ change: (inout NodeSettings) -> Void = { _ in }) -> ScriptedNode {
        var settings = setting.rootSettings
        change(&settings)
        return ScriptedNode(settings, catalog: setting.catalog)
    }

    private func watch(_ node: inout ScriptedNode, frames: UInt32 = 32, after: Position? = nil) {
        node.forgetLine(reader)
        var hello = ScriptedNode.reader
        hello.window = Window(bytes: 1 << 20, frames: frames)
        node.from(reader, .hello(hello))
        node.flush()
        node.from(
            reader,
            .subscribe(
                SubscribeFrame(id: 1, patterns: [.prefix("")], standpoint: .here, coverage: true, after: after)))
        node.flush()
    }

    private func frames(_ node: ScriptedNode) -> [NotifyFrame] {
        node.sentDown.compactMap { sent in
            if sent.link == reader, case .notify(let frame) = sent.message { frame } else { nil }
        }
    }

    private func told(_ node: ScriptedNode) -> [String] {
        frames(node).flatMap { frame in
            frame.records.map { "\($0.key) of \($0.sources), \($0.staleSources) stale, \(frame.nodes.missing) missing" }
        }
    }

    private func snapshot(_ numbers: [Int64]) -> Message {
        setting.change {
            $0.marks = [.begin, .end]
            $0.names = [StateFrame.Name(id: 0, key: setting.key), StateFrame.Name(id: 1, key: setting.other)]
            ($0.intIDs, $0.ints) = ([0, 1], numbers)
            ($0.coverageIDs, $0.liveSources, $0.staleSources) = ([0, 1], [1, 1], [0, 0])
        }
    }

    private func attach(_ node: inout ScriptedNode, on link: LinkID, _ numbers: [Int64]) {
        node.hello(setting.leaf, on: link, catalogHash: setting.hash)
        node.roster(setting.leaf, on: link)
        node.from(link, snapshot(numbers))
        node.flush()
    }

    @Test("who resumes is told of coverage that changed while it was away, though the value is as it was")
    func resumption() throws {
        var node = root()
        attach(&node, on: leaf, [3, 4])
        node.from(leaf, .bye(.stopping))
        node.flush()
        watch(&node)
        let position = try #require(frames(node).last { $0.synced != nil })
        #expect(told(node).contains("steady.sum of 1, 1 stale, 0 missing"))
        node.handle(.linkClosed(reader))
        attach(&node, on: LinkID(number: 2), [3, 4])
        node.clear()
        watch(&node, after: Position(epoch: position.epoch, revision: position.syncedRevision))
        #expect(told(node).sorted() == ["other.sum of 1, 0 stale, 0 missing", "steady.sum of 1, 0 stale, 0 missing"])
    }

    @Test("nodes that came back while a reader had no credit are told with the last value that waits")
    func withoutCredit() throws {
        var node = root { $0.limits.frameTarget = 1 }
        watch(&node, frames: 1)
        // The snapshot's first frame is under way; what is there when the reader has read it is all told.
        for _ in 0..<4 {
            node.from(reader, .ping)
            node.flush()
        }
        node.from(reader, .ping)
        node.flush()
        node.hello(setting.leaf, on: leaf, catalogHash: setting.hash)
        node.roster(setting.leaf, on: leaf)
        node.from(reader, .ping)
        node.flush()
        // A frame is under way when the child is swapped in, and the turn ends.
        node.from(leaf, snapshot([3, 4]))
        node.flush()
        node.clear()
        for _ in 0..<6 {
            node.from(reader, .ping)
            node.flush()
        }
        let missing = frames(node).map(\.nodes.missing)
        #expect(missing.last == 0 && missing.dropLast().allSatisfy { $0 == 1 }, "\(told(node))")
    }

    @Test("a key that comes to the same under its new definition is no longer called syncing")
    func settledAsBefore() throws {
        var node = root()
        attach(&node, on: leaf, [3, 4])
        let changed = Catalog(
            [
                Definition(pattern: .exact(setting.key), type: .int, policy: .max),
                Definition(pattern: .exact(setting.other), type: .int, policy: .sum),
            ])
        node.handle(.reload(setting.rootSettings, changed))
        node.flush()
        watch(&node)
        #expect(frames(node).flatMap(\.records).first { $0.key == setting.key }?.state == .syncing)
        node.clear()
        node.from(
            leaf,
            setting.change {
                $0.catalogHash = changed.contentHash
                ($0.intIDs, $0.ints) = ([0], [3])
                ($0.coverageIDs, $0.liveSources, $0.staleSources) = ([0], [1], [0])
                $0.marks = .settled
            })
        node.flush()
        #expect(frames(node).flatMap(\.records).last { $0.key == setting.key }?.state == .ok)
    }

    @Test("an attachment in the turn of a swap does not let the nodes out before the values")
    func putOff() throws {
        var node = try ScriptedNode.rack(setting)
        node.fromParent(.sayHello)
        node.flush()
        attach(&node, on: leaf, [1, 2])
        node.from(leaf, .bye(.stopping))
        node.flush()
        node.pass(.seconds(1))
        let back = LinkID(number: 2)
        node.hello(setting.leaf, on: back, catalogHash: setting.hash)
        node.roster(setting.leaf, on: back)
        node.from(back, snapshot([3, 4]))
        try node.welcome(path: setting.path, catalogHash: setting.hash)
        #expect(node.node.hasChanges && !node.node.mayPutOffFlush)
    }
}
