import PreferenceTree
import Preferences
import Testing

@Suite("What a node makes of its children")
struct ChildTests {
    let setting: SumSetting
    let link = LinkID(number: 1)

    init() throws { setting = try SumSetting() }

    @Test("a new child counts only once the disk knows it")
    func enrolment() {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.holdsDisk = true
        node.attach(setting.leaf, on: link, setting, 3)
        #expect(node.value(setting.key) == nil)
        #expect(node.coverage() == ["live": 1, "stale": 0, "missing": 1, "expected": 2])
        node.releaseDisk()
        #expect(node.value(setting.key) == .int(3))
        #expect(node.coverage() == ["live": 2, "stale": 0, "missing": 0, "expected": 2])
    }

    @Test("a row that the disk refuses is written again, and the child counts then")
    func refusedRow() {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.holdsDisk = true
        node.attach(setting.leaf, on: link, setting, 3)
        node.refuseDisk()
        #expect(node.value(setting.key) == nil)
        node.holdsDisk = false
        node.pass(.seconds(1))
        #expect(node.value(setting.key) == .int(3))
    }

    @Test("an id that is released takes its contribution along, and may be given to another key")
    func releasedID() {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        #expect(node.value(setting.key) == .int(3))
        node.from(link, setting.change { $0.released = [0] })
        node.flush()
        #expect(node.value(setting.key) == nil)
        node.from(
            link,
            setting.change {
                $0.names = [StateFrame.Name(id: 0, key: setting.other)]
                $0.intIDs = [0]
                $0.ints = [5]
            })
        node.flush()
        #expect(node.value(setting.other) == .int(5) && node.value(setting.key) == nil)
        node.from(link, .bye(.leaving))
        node.flush()
        #expect(node.value(setting.other) == nil)
    }

    @Test("a key that is given two ids ends the session, and is not counted twice")
    func twoIDs() {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        node.clear()
        node.from(
            link,
            setting.change {
                $0.names = [StateFrame.Name(id: 1, key: setting.key)]
                $0.intIDs = [1]
                $0.ints = [5]
            })
        node.flush()
        #expect(node.value(setting.key) == .int(3))
        #expect(node.sentDown.contains { if case .fault = $0.message { true } else { false } })
    }

    @Test("a restarted node waits for a known child that attached, dropped out after settle, and is coming back")
    func droppedOut() {
        var node = ScriptedNode(
            setting.rootSettings, catalog: setting.catalog,
            recovered: setting.recovered(under: setting.root, hasCatalog: false))
        node.pass(.seconds(1))
        node.hello(setting.leaf, on: link, catalogHash: setting.hash)
        node.roster(setting.leaf, on: link)
        // It is attached and does not complete, longer than settle, within settle × (height + 1) of the leaf's own.
        for _ in 0..<8 {
            node.pass(.seconds(1))
            node.from(link, .ping)
        }
        node.from(link, .bye(.stopping))
        node.flush()
        node.pass(.milliseconds(900))
        #expect(node.status.hasPrefix("syncing"), "\(node.status)")
        node.attach(setting.leaf, on: LinkID(number: 2), setting, 3)
        #expect(!node.status.hasPrefix("syncing"), "\(node.status)")
        #expect(node.value(setting.key) == .int(3))
    }

    @Test("a missing child that came back is forgotten only when it is away again for forget_after")
    func missing() {
        var settings = setting.rootSettings
        settings.forgetAfter = .seconds(20)
        settings.timing.grace = .seconds(1)
        settings.timing.settle = .seconds(1)
        var node = ScriptedNode(settings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        node.from(link, .bye(.stopping))
        for _ in 0..<10 { node.pass(.milliseconds(900)) }
        #expect(node.coverage() == ["live": 1, "stale": 0, "missing": 1, "expected": 2])
        // It is attached for long and does not complete.
        let back = LinkID(number: 2)
        node.hello(setting.leaf, on: back, catalogHash: setting.hash)
        for _ in 0..<40 {
            node.from(back, .ping)
            node.pass(.milliseconds(900))
        }
        node.from(back, .bye(.stopping))
        for _ in 0..<10 { node.pass(.milliseconds(900)) }
        #expect(node.coverage()["expected"] == 2)
        for _ in 0..<20 { node.pass(.milliseconds(900)) }
        #expect(node.coverage()["expected"] == 1)
    }

    @Test("a session keeps the heartbeat and the patience that it began with; a reload holds for the next one")
    func reloadedTiming() {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        var slower = setting.rootSettings
        slower.timing.heartbeat = .seconds(10)
        slower.timing.deadAfter = .seconds(30)
        node.handle(.reload(slower, nil))
        node.clear()
        node.pass(.milliseconds(900))
        node.pass(.milliseconds(900))
        #expect(node.sentDown.contains { $0.link == link && $0.message == .ping })
        #expect(node.coverage()["live"] == 2)
        node.pass(.milliseconds(1300))
        #expect(node.coverage()["live"] == 1)
        node.clear()
        node.attach(setting.leaf, on: LinkID(number: 2), setting, 3)
        let welcomes = node.sentDown.compactMap {
            if case .welcome(let welcome) = $0.message { welcome } else { nil }
        }
        #expect(welcomes.first?.heartbeat == .seconds(10))
        for _ in 0..<10 { node.pass(.seconds(2)) }
        #expect(node.coverage()["live"] == 2)
    }

    @Test("another instance does not get the name of a child that lost its session a moment ago")
    func nameInPlace() {
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.attach(setting.leaf, on: link, setting, 3)
        node.from(link, .sayHello)
        node.flush()
        let stranger = LinkID(number: 2)
        node.hello(setting.leaf, on: stranger, instance: 8, catalogHash: setting.hash)
        #expect(node.refusals(on: stranger).map(\.code) == [.nameTaken])
        node.attach(setting.leaf, on: LinkID(number: 3), setting, 3)
        #expect(node.refusals(on: LinkID(number: 3)).isEmpty)
    }

    @Test("a name that a branch listed and never counted is free once the branch is back without it")
    func freedName() throws {
        let moved = try NodeName("moved")
        let entry = RosterEntry(name: moved, id: 5, parent: setting.rack, counted: true, presence: .live)
        var node = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        node.hello(setting.rack, on: link, catalogHash: setting.hash)
        node.roster(setting.rack, on: link, below: [entry])
        node.from(link, .bye(.stopping))
        node.flush()
        node.attach(setting.rack, on: LinkID(number: 2), setting, 1)
        let elsewhere = LinkID(number: 3)
        node.attach(moved, on: elsewhere, setting, 2)
        #expect(node.verdicts(on: elsewhere).map(\.owner) == [nil])
        #expect(node.value(setting.key) == .int(3))
    }

    @Test("a name that is expected below counts as missing above, until it attaches, is forgotten or is drained")
    func expectedBelow() throws {
        var settings = setting.rackSettings
        settings.expected = [setting.leaf]
        var node = ScriptedNode(settings, recovered: setting.knownCatalog)
        node.pass(.milliseconds(10))
        try node.welcome(path: setting.path, catalogHash: setting.hash)
        node.accept()
        node.flush()
        let expected = try #require(node.entriesUp.last { $0.name == setting.leaf })
        #expect(!expected.counted && expected.presence == .missing)

        var root = ScriptedNode(setting.rootSettings, catalog: setting.catalog)
        root.hello(setting.rack, on: link, catalogHash: setting.hash)
        root.roster(setting.rack, on: link, below: [expected])
        root.from(link, setting.snapshot(1))
        root.flush()
        #expect(root.coverage() == ["live": 2, "stale": 0, "missing": 1, "expected": 3])
        #expect(!root.verdicts(on: link).contains { $0.owner != nil })
        // It owns no name: whoever attaches elsewhere has it, and counts once.
        root.attach(setting.leaf, on: LinkID(number: 2), setting, 2)
        #expect(root.coverage() == ["live": 3, "stale": 0, "missing": 0, "expected": 3])

        node.attach(setting.leaf, on: link, setting, 3)
        node.from(link, .bye(.leaving))
        node.flush()
        #expect(node.coverage() == ["live": 1, "stale": 0, "missing": 0, "expected": 1])
        #expect(node.writes.contains { if case .roster(let row) = $0 { !row.counted } else { false } })
    }
}
