import PreferenceTree
import Preferences
import Testing

@Suite("A node is called live above only with what it contributes (C1)")
struct PresenceTests {
    let setting: SumSetting
    let link = LinkID(number: 1)

    init() throws { setting = try SumSetting() }

    /// What went up about the leaf and its value, in order.
    private func story(_ node: ScriptedNode) -> [String] {
        node.sentUp.flatMap { message -> [String] in
            switch message {
            case .roster(let frame):
                frame.entries.filter { $0.name == setting.leaf }.map {
                    "\($0.counted ? "counted" : "uncounted") \($0.presence)"
                } + frame.removed.map { _ in "removed" }
            case .state(let frame): frame.ints.map { "\($0)" } + frame.removals.map { _ in "no value" }
            default: []
            }
        }
    }

    /// The leaf attaches with a number, and the root grants its name.
    private func attach(_ node: inout ScriptedNode, on number: UInt64, _ value: Int64) {
        node.attach(setting.leaf, on: LinkID(number: number), setting, value)
        let waiting = node.entriesUp.last { $0.name == setting.leaf }
        if let waiting, !waiting.counted { node.fromParent(.grant([waiting.reference])) }
        node.flush()
    }

    @Test("a new child is counted before its value, and live after it")
    func newChild() throws {
        var node = try ScriptedNode.rack(setting)
        node.clear()
        attach(&node, on: 1, 3)
        #expect(story(node) == ["uncounted pending", "counted pending", "3", "counted live"])
    }

    @Test("a child that was lost is counted before its value, and live after it")
    func returnedChild() throws {
        var node = try ScriptedNode.rack(setting)
        attach(&node, on: 1, 3)
        try lose(&node)
        #expect(story(node).suffix(2) == ["counted missing", "no value"])
        node.clear()
        attach(&node, on: 2, 4)
        let told = story(node)
        #expect(Array(told.suffix(2)) == ["4", "counted live"], "\(told)")
        #expect(!told.dropLast().contains("counted live"), "\(told)")
    }

    @Test("a stale child's new value comes before it is live again")
    func staleChild() throws {
        var node = try ScriptedNode.rack(setting)
        attach(&node, on: 1, 3)
        node.clear()
        node.from(link, .bye(.stopping))
        node.flush()
        #expect(story(node) == ["counted stale"])
        node.clear()
        attach(&node, on: 2, 4)
        #expect(story(node) == ["4", "counted live"])
    }

    @Test("a child that is stale again before its turn came is not called live for it")
    func staleAgain() throws {
        var node = try ScriptedNode.rack(setting, window: Window(bytes: 1 << 20, frames: 1))
        // The snapshot's frame is under way: nothing else leaves until the parent has it.
        for number in 1...2 {
            attach(&node, on: UInt64(number), Int64(number))
            node.from(LinkID(number: UInt64(number)), .bye(.stopping))
            node.flush()
        }
        attach(&node, on: 3, 3)
        #expect(story(node) == ["uncounted pending", "counted pending"])
        for _ in 0..<2 {
            node.fromParent(.ping)
            node.flush()
        }
        #expect(story(node) == ["uncounted pending", "counted pending", "3", "counted live"])
    }

    /// The leaf is away for longer than its grace.
    private func lose(_ node: inout ScriptedNode) throws {
        node.from(link, .bye(.stopping))
        node.flush()
        for _ in 0..<40 {
            node.pass(.milliseconds(900))
            node.fromParent(.ping)
        }
        node.flush()
    }

    @Test("of values that take several frames the last says that the node is back")
    func severalFrames() throws {
        var settings = setting.rootSettings
        settings.limits.frameTarget = 1
        var node = ScriptedNode(settings, catalog: setting.catalog)
        let reader = LinkID(number: 9)
        node.from(reader, .hello(ScriptedNode.reader))
        node.flush()
        let frame = SubscribeFrame(id: 1, patterns: [.prefix("")], standpoint: .here, coverage: true, after: nil)
        node.from(reader, .subscribe(frame))
        node.flush()
        node.hello(setting.leaf, on: link, catalogHash: setting.hash)
        node.roster(setting.leaf, on: link)
        node.clear()
        var snapshot = StateFrame()
        snapshot.catalogHash = setting.hash
        snapshot.marks = [.begin, .end]
        snapshot.names = [StateFrame.Name(id: 0, key: setting.key), StateFrame.Name(id: 1, key: setting.other)]
        snapshot.intIDs = [0, 1]
        snapshot.ints = [3, 4]
        node.from(link, .state(snapshot))
        node.flush()
        let told = node.sentDown.flatMap { sent -> [String] in
            guard sent.link == reader, case .notify(let frame) = sent.message else { return [] }
            return frame.records.map { "\($0.key), \(frame.nodes.missing) missing" }
        }
        #expect(
            told == ["other.sum, 1 missing", "steady.sum, 0 missing"]
                || told == ["steady.sum, 1 missing", "other.sum, 0 missing"])
    }

    @Test("a name that is said again and taken back in one turn is taken back above")
    func takenBack() throws {
        let below = try NodeName("below")
        var node = try ScriptedNode.rack(setting)
        attach(&node, on: 1, 3)
        let entry = RosterEntry(name: below, id: 5, parent: setting.leaf, counted: false, presence: .pending)
        node.from(link, .roster(RosterFrame(entries: [entry], removed: [], complete: false)))
        node.flush()
        #expect(node.entriesUp.contains { $0.name == below })
        node.clear()
        node.from(link, .roster(RosterFrame(entries: [entry], removed: [], complete: false)))
        node.from(link, .roster(RosterFrame(entries: [], removed: [entry.reference], complete: false)))
        node.flush()
        let removed = node.sentUp.flatMap { message -> [NodeName] in
            if case .roster(let frame) = message { frame.removed.map(\.name) } else { [] }
        }
        #expect(removed == [below])
    }
}
