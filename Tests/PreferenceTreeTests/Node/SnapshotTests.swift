import PreferenceTree
import Preferences
import Testing

@Suite("What a node sends its parent first")
struct SnapshotTests {
    /// A sum that one known child contributes to, and what the aggregator's disk says of that child.
    private struct Setting {
        let key: Key
        let catalog: Catalog
        let leaf: NodeName
        let settings: NodeSettings
        let recovered: Recovered
        let path: [PathStep]

        init() throws {
            key = try Key("steady.sum")
            catalog = Catalog([Definition(pattern: .exact(key), type: .int, policy: .sum)])
            leaf = try NodeName("leaf")
            settings = NodeSettings(tree: "test", name: try NodeName("rack"), hasParent: true, acceptsChildren: true)
            var recovered = Recovered()
            recovered.catalog = CatalogFrame(hash: catalog.contentHash, definitions: catalog.value)
            recovered.roster = [
                RosterRow(
                    name: leaf, id: 1, branch: leaf, parent: settings.name, counted: true, presence: .live,
                    instance: 7, rank: 0, height: 0, lastSeen: ScriptedNode.wall)
            ]
            self.recovered = recovered
            path = [PathStep(name: try NodeName("root"), incarnation: 1)]
        }

        func snapshot(_ number: Int64) -> StateFrame {
            var frame = StateFrame()
            frame.catalogHash = catalog.contentHash
            frame.marks = [.begin, .end]
            frame.names = [StateFrame.Name(id: 0, key: key)]
            frame.intIDs = [0]
            frame.ints = [number]
            return frame
        }
    }

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
        let setting = try Setting()
        var node = ScriptedNode(setting.settings, recovered: setting.recovered)
        node.pass(.milliseconds(10))
        let hash = setting.catalog.contentHash
        try node.welcome(path: setting.path, catalogHash: order.contains(.catalogComes) ? hash &+ 1 : hash)
        let link = LinkID(number: 1)
        node.hello(setting.leaf, on: link, catalogHash: hash)
        node.flush()
        node.roster(setting.leaf, on: link)
        node.flush()
        #expect(node.statesUp.isEmpty)
        for step in order {
            switch step {
            case .childCompletes: node.from(link, .state(setting.snapshot(3)))
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
}
