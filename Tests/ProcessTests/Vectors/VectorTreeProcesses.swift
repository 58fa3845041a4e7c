import PreferenceTestSupport
import Preferences
import Testing

/// A vector's tree as processes, below a root and an aggregator of its own, so that there are three levels always.
///
/// Those two pass everything on: what the vector says of its root is so at the real root too.
final class VectorTreeProcesses {
    /// Published at the real root, so that what was told before it is known to be all.
    static let marker = "marker"

    let root: TestNode
    private(set) var nodes: [String: TestNode] = [:]
    private let tree: TestTree
    private var markers = 0

    init(_ vector: VectorNode, keys: String, in tree: TestTree) async throws {
        self.tree = tree
        root = try await tree.root("real-root", keys: keys + TestTree.key(Self.marker, "int", "last"))
        let middle = try await tree.aggregator("middle", under: root)
        try await plant(vector, under: middle)
        for node in nodes.values { try await node.attached() }
        for node in nodes.values { try await node.hasCatalog() }
    }

    private func plant(_ vector: VectorNode, under parent: TestNode) async throws {
        let node = try await tree.aggregator(vector.name, under: parent, rank: Int(vector.rank))
        nodes[vector.name] = node
        for case .node(let child) in vector.children { try await plant(child, under: node) }
    }

    func node(_ name: String) throws -> TestNode { try #require(nodes[name]) }

    /// The node at a place of the vector; the vector's own root is the real one.
    func node(at place: [Int], of vector: VectorNode) throws -> TestNode {
        place.isEmpty ? root : try node(try #require(vector.node(at: place)).name)
    }

    /// Says the lines of each node in one batch, and returns when the root has applied them.
    func publish(_ lines: [String: String], confirmed: Bool = true) async throws {
        for (name, text) in lines.sorted(by: { $0.key < $1.key }) {
            let outcome = try await node(name).prefctl(
                ["publish", "-", "--format", "ndjson"] + (confirmed ? ["--wait", "root"] : []), input: .text(text))
            #expect(outcome.exit == 0, "\(outcome)")
        }
    }

    /// Waits until the watchers at the real root have been told all that was told before.
    func settle(_ watchers: [Watcher]) async throws {
        markers += 1
        try await root.publish(Self.marker, "\(markers)")
        for watcher in watchers { try await watcher.sees(Self.marker, .int(Int64(markers))) }
    }

    func watch(_ node: TestNode, _ keys: [String]) async throws -> Watcher {
        let watcher = Watcher(
            try await tree.client(node, ["watch", "--json", "--at", "."] + keys + [Self.marker]))
        try await watcher.synced()
        return watcher
    }
}
