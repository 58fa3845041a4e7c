import PreferenceTree
import Preferences

/// Two sums that children of one node contribute to.
struct SumSetting {
    let key: Key
    let other: Key
    let catalog: Catalog
    let leaf: NodeName
    let rack: NodeName
    let root: NodeName

    init() throws {
        key = try Key("steady.sum")
        other = try Key("other.sum")
        catalog = Catalog([key, other].map { Definition(pattern: .exact($0), type: .int, policy: .sum) })
        leaf = try NodeName("leaf")
        rack = try NodeName("rack")
        root = try NodeName("root")
    }

    var hash: UInt64 { catalog.contentHash }
    var path: [PathStep] { [PathStep(name: root, incarnation: 1)] }

    var rootSettings: NodeSettings { NodeSettings(tree: "test", name: root, hasParent: false, acceptsChildren: true) }
    var rackSettings: NodeSettings { NodeSettings(tree: "test", name: rack, hasParent: true, acceptsChildren: true) }

    /// What the disk of a node says that had the leaf as a live child.
    func recovered(under parent: NodeName, hasCatalog: Bool) -> Recovered {
        var recovered = Recovered()
        if hasCatalog { recovered.catalog = CatalogFrame(hash: hash, definitions: catalog.value) }
        recovered.roster = [
            RosterRow(
                name: leaf, id: 1, branch: leaf, parent: parent, counted: true, presence: .live, instance: 7, rank: 0,
                height: 0, lastSeen: ScriptedNode.wall)
        ]
        return recovered
    }

    /// A disk that has the catalog and nothing else.
    var knownCatalog: Recovered {
        var recovered = Recovered()
        recovered.catalog = CatalogFrame(hash: hash, definitions: catalog.value)
        return recovered
    }

    /// A child's snapshot: one number under id 0.
    func snapshot(_ number: Int64) -> Message {
        var frame = StateFrame()
        frame.catalogHash = hash
        frame.marks = [.begin, .end]
        frame.names = [StateFrame.Name(id: 0, key: key)]
        frame.intIDs = [0]
        frame.ints = [number]
        return .state(frame)
    }

    /// A change behind the snapshot.
    func change(_ edit: (inout StateFrame) -> Void) -> Message {
        var frame = StateFrame()
        frame.catalogHash = hash
        edit(&frame)
        return .state(frame)
    }
}

extension ScriptedNode {
    /// A rack below its root, attached and accepted.
    static func rack(
        _ setting: SumSetting, recovered: Recovered? = nil, window: Window = .standard
    ) throws -> ScriptedNode {
        var node = ScriptedNode(setting.rackSettings, recovered: recovered ?? setting.knownCatalog)
        node.pass(.milliseconds(10))
        try node.welcome(path: setting.path, catalogHash: setting.hash, window: window)
        node.accept()
        node.flush()
        return node
    }

    /// A child attaches and states one number.
    mutating func attach(_ name: NodeName, on link: LinkID, _ setting: SumSetting, _ number: Int64) {
        hello(name, on: link, catalogHash: setting.hash)
        roster(name, on: link)
        from(link, setting.snapshot(number))
        flush()
    }
}
