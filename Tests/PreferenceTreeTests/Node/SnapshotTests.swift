import PreferenceTree
import Preferences
import Testing

@Suite("What a node sends its parent first")
struct SnapshotTests {
    /// What may happen in one turn at the end of the wait, in some order.
    enum Step: CaseIterable { case childCompletes, verdictComes, catalogComes }

    static let orders: [[Step]] = [
        [.verdictComes, .childCompletes], [.childCompletes, .verdictComes],
        [.verdictComes, .catalogComes, .childCompletes], [.childCompletes, .catalogComes, .verdictComes],
        [.childCompletes, .verdictComes, .catalogComes],
    ]

    @Test(
        "it holds what the children gave, whatever else comes in the turn in which the last one completes",
        arguments: orders)
    func completeSnapshot(_ order: [Step]) throws {
        let setting = try SumSetting()
        var node = ScriptedNode(
            setting.rackSettings, recovered: setting.recovered(under: setting.rack, hasCatalog: true))
        node.pass(.milliseconds(10))
        let hash = setting.hash
        try node.welcome(path: setting.path, catalogHash: order.contains(.catalogComes) ? hash &+ 1 : hash)
        let link = LinkID(number: 1)
        node.hello(setting.leaf, on: link, catalogHash: hash)
        node.roster(setting.leaf, on: link)
        #expect(node.statesUp.isEmpty)
        for step in order {
            switch step {
            case .childCompletes: node.from(link, setting.snapshot(3))
            case .verdictComes: node.accept()
            case .catalogComes:
                node.fromParent(.catalog(CatalogFrame(hash: hash, definitions: setting.catalog.value)))
            }
        }
        node.flush()
        let frames = node.statesUp
        let end = try #require(frames.firstIndex { $0.marks.contains(.end) })
        let told = frames[...end].flatMap { $0.names.map(\.key) }
        #expect(told == [setting.key], "the snapshot left without the child's contribution: \(frames)")
        #expect(frames[...end].flatMap(\.ints) == [3])
    }

    @Test("it waits for the verdict on its roster (R5)")
    func verdict() throws {
        let setting = try SumSetting()
        var node = ScriptedNode(setting.rackSettings, recovered: setting.knownCatalog)
        node.pass(.milliseconds(10))
        try node.welcome(path: setting.path, catalogHash: setting.hash)
        node.attach(setting.leaf, on: LinkID(number: 1), setting, 3)
        for _ in 0..<10 {
            node.fromParent(.ping)
            node.pass(.milliseconds(900))
        }
        #expect(!node.entriesUp.isEmpty && node.statesUp.isEmpty)
        node.accept()
        node.flush()
        #expect(node.statesUp.first?.marks.contains(.begin) == true)
    }

    @Test("it waits for a definition that changed on the way to settle")
    func changedDefinition() throws {
        let setting = try SumSetting()
        let other = Catalog(
            [
                Definition(pattern: .exact(setting.key), type: .int, policy: .max),
                Definition(pattern: .exact(setting.other), type: .int, policy: .sum),
            ])
        var node = try ScriptedNode.rack(setting)
        let link = LinkID(number: 1)
        node.attach(setting.leaf, on: link, setting, 3)
        // The parent restarts with another catalog; the leaf has not answered it yet.
        node.fromParent(.sayHello)
        node.flush()
        node.clear()
        node.pass(.seconds(1))
        try node.welcome(path: setting.path, catalogHash: other.contentHash)
        node.fromParent(.catalog(CatalogFrame(hash: other.contentHash, definitions: other.value)))
        node.accept()
        node.flush()
        #expect(node.statesUp.isEmpty, "a snapshot without the key that is being changed: \(node.statesUp)")
        var answer = StateFrame()
        answer.catalogHash = other.contentHash
        answer.intIDs = [0]
        answer.ints = [3]
        answer.marks = .settled
        node.from(link, .state(answer))
        node.flush()
        let first = try #require(node.statesUp.first)
        #expect(first.marks.contains(.begin) && first.ints == [3])
    }
}
