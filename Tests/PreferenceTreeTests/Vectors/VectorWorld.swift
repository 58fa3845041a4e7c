import PreferenceTestSupport
import PreferenceTree
import Preferences
import Simulation
import Testing

/// A vector's tree in the simulator: a node for each node, a publisher at each, observers where they are wanted.
final class VectorWorld {
    let world: World
    private(set) var stations: [String: Station] = [:]
    private var publishers: [String: SimulatedClient] = [:]
    private(set) var observers: [String: SimulatedClient] = [:]
    private let tree: VectorNode

    init(_ tree: VectorNode, _ definitions: [VectorDefinition]) throws {
        world = World(seed: 1)
        self.tree = tree
        let catalog = Catalog(try definitions.compactMap { try $0.definition() })
        try plant(tree, under: nil, catalog)
        for station in world.stations { world.start(station) }
        world.run(ticks: 6)
    }

    private func plant(_ node: VectorNode, under parent: Station?, _ catalog: Catalog) throws {
        let station = try world.addNode(
            node.name, under: parent, rank: node.rank, catalog: parent == nil ? catalog : nil)
        stations[node.name] = station
        for case .node(let child) in node.children { try plant(child, under: station, catalog) }
    }

    func station(at path: [Int]) throws -> Station { try #require(tree.node(at: path).flatMap { stations[$0.name] }) }

    /// Publishes every source of the tree, those of one node in one batch.
    func publishAll() {
        for (node, source) in tree.sources {
            let publisher = publisher(at: node)
            for (key, value) in source.values {
                publisher?.state(
                    Statement(operation: .publish(value), key: key, source: source.name, rank: source.rank))
            }
        }
        for name in publishers.keys.sorted() { if let publisher = publishers[name] { world.start(publisher.station) } }
    }

    func publisher(at node: String) -> SimulatedClient? {
        if let known = publishers[node] { return known }
        guard let station = stations[node] else { return nil }
        let publisher = world.addClient("publisher-\(node)", at: station)
        publishers[node] = publisher
        return publisher
    }

    @discardableResult
    func observe(_ name: String, at station: Station, keys: [String] = []) throws -> SimulatedClient {
        let observer = observers[name] ?? world.addClient("observer-\(name)", at: station)
        observers[name] = observer
        observer.watch(try keys.isEmpty ? [.prefix("")] : keys.map { .exact(try Key($0)) })
        world.start(observer.station)
        return observer
    }

    /// The reduce calls of a key in the whole subtree, as `explain` tells them.
    func reduces(_ key: String, at station: Station) -> Int64? {
        guard let asker = try? observe("asker-\(station.name)", at: station, keys: [key]) else { return nil }
        world.run(ticks: 4)
        let request = asker.ask(.explain, [("key", .text(key))])
        world.run(ticks: 6)
        guard case .map(let body)? = asker.answers[request]?.body else { return nil }
        return body.int("reduces")
    }
}
