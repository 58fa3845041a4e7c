import Preferences
import ServiceRuntime
import Testing

/// A small tree with a published value and somebody who watches: neither must notice what others do wrong.
final class Bystander {
    static let keys =
        TestTree.key("steady", "int", "sum") + TestTree.key("marker", "int", "last")
        + TestTree.key("pool.max_temp", "float", "max") + TestTree.key("title", "text", "first")
        + TestTree.key("switch", "bool", "any") + TestTree.key("lease", "int", "sum", "lifetimes = [\"ttl\"]")

    let small: SmallTree
    private let watcher: Watcher
    private var markers = 0
    private var seen: Int

    init(in tree: TestTree) async throws {
        small = try await SmallTree.grow(in: tree, leaves: ["a"], keys: Self.keys)
        try await small.leaves[0].publish("steady", "5", "--wait", "root")
        watcher = try await tree.watch(small.root, "*")
        try await watcher.sees("steady", .int(5))
        seen = try watcher.count()
    }

    var root: TestNode { small.root }
    var leaf: TestNode { small.leaves[0] }

    /// Every node answers `status` and is ok, the value stands, and the watcher was told nothing.
    func isUnharmed(at location: SourceLocation = #_sourceLocation) async throws {
        for node in small.all {
            let status = try await node.prefctl("status")
            #expect(status.exit == 0, "status of \(node.name): \(status)", sourceLocation: location)
        }
        #expect(try await leaf.value("steady") == "5", sourceLocation: location)
        markers += 1
        try await leaf.publish("marker", "\(markers)", "--wait", "root")
        try await watcher.sees("marker", .int(Int64(markers)))
        let told = try watcher.news(since: seen)
        #expect(told.map(\.key) == ["marker"], "told \(told)", sourceLocation: location)
        seen += told.count
    }
}

/// What a refused verb must say: a code of the closed list, the thing, and a remedy.
struct Complaint: Sendable {
    var exit: Int32
    var code: String
    /// Words that the message, or for a remedy the hint, must have.
    var mentions: [String]

    func expect(_ outcome: Outcome, at location: SourceLocation = #_sourceLocation) throws {
        #expect(outcome.exit == exit, "\(outcome)", sourceLocation: location)
        #expect(outcome.output.isEmpty, "\(outcome)", sourceLocation: location)
        let line = try #require(outcome.errors.split(separator: "\n").last, "\(outcome)", sourceLocation: location)
        guard case .map(let object) = try JSONReader.read(String(line)) else {
            Issue.record("no object on stderr: \(outcome)", sourceLocation: location)
            return
        }
        let error = object.map("error")
        #expect(error.text("code") == code, "\(outcome)", sourceLocation: location)
        let text = error.text("message") + " " + error.text("hint")
        for word in mentions {
            #expect(text.contains(word), "\(text) says nothing of \(word)", sourceLocation: location)
        }
        // A remedy is the hint, or what follows the semicolon.
        #expect(
            !error.text("hint").isEmpty || error.text("message").contains("; "), "no remedy in \(text)",
            sourceLocation: location)
    }
}
