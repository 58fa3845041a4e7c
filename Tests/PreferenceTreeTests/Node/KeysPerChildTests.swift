import Preferences
import Testing

@testable import PreferenceTree

@Suite("A child with more keys than it may have")
struct KeysPerChildTests {
    private static func definitions() throws -> [Definition] {
        try ["a", "b", "c", "d", "x.*"].map { Definition(pattern: try KeyPattern($0), type: .int, policy: .sum) }
    }

    private func node(limit: Int) throws -> (NodeInHand, child: LinkID, client: LinkID) {
        var node = try NodeInHand(Self.definitions()) { $0.limits.keysPerChild = limit }
        let client = node.attachClient()
        let child = try node.attachChild("leaf")
        return (node, child, client)
    }

    /// What `tree` says of the child.
    private func note(in node: NodeInHand) -> String? {
        guard case .map(let child)? = node.node.treeChildren.first?.1, case .text(let note)? = child["note"] else {
            return nil
        }
        return note
    }

    private static let cause = Value.list([.text("quarantined /leaf: beyond keys_per_child 2 of /")])

    @Test("is folded up to its limit; what is beyond it is quarantined, named and logged once")
    func surplus() throws {
        var (node, child, client) = try node(limit: 2)
        try node.state(
            [0: 1, 1: 2, 2: 3, 3: 4], names: [0: "a", 1: "b", 2: "c", 3: "d"], marks: [.begin, .end], on: child)
        for (key, value) in [("a", 1), ("b", 2)] {
            let record = node.record(of: key, on: client)
            #expect(record["value"] == .int(Int64(value)))
            #expect(record["state"] == .text("ok"))
        }
        for key in ["c", "d"] {
            let record = node.record(of: key, on: client)
            #expect(record["explicit"] == .bool(false), "\(key)")
            #expect(record["state"] == .text("degraded"), "\(key)")
            #expect(record["causes"] == Self.cause, "\(key)")
        }
        let warnings = node.log.filter { $0.level == .warning && $0.message.contains("keys_per_child") }
        #expect(warnings.count == 1)
        #expect(note(in: node)?.hasPrefix("2 of its keys") == true)
    }

    @Test("stays quarantined when its values change, and does not keep others from the key")
    func change() throws {
        var (node, child, client) = try node(limit: 1)
        try node.state([0: 1, 1: 2], names: [0: "a", 1: "b"], marks: [.begin, .end], on: child)
        try node.state([0: 5, 1: 6], on: child)
        let other = try node.attachChild("other", 2)
        try node.state([0: 40], names: [0: "b"], marks: [.begin, .end], on: other)
        let folded = node.record(of: "a", on: client)
        #expect(folded["value"] == .int(5))
        let shared = node.record(of: "b", on: client)
        #expect(shared["value"] == .int(40))
        #expect(shared["state"] == .text("degraded"))
        #expect(shared["sources"] == .int(2))
    }

    @Test("cannot fill the node with keys that nobody else has")
    func unknown() throws {
        var (node, child, client) = try node(limit: 1)
        let names = Dictionary(uniqueKeysWithValues: (0..<100 as Range<UInt32>).map { ($0, "x.\($0)") })
        try node.state(names.mapValues { _ in 1 }, names: names, marks: [.begin, .end], on: child)
        let reply = node.ask(.status, on: client)
        guard case .map(let status)? = reply?.body else {
            Issue.record("no status: \(String(describing: reply))")
            return
        }
        // The four that are declared by name, and one.
        #expect(status["keys"] == .int(5))
        #expect(note(in: node)?.hasPrefix("99 of its keys") == true)
    }

    @Test("has room again when it lets go of a key, and starts anew when the limit is raised")
    func room() throws {
        var (node, child, client) = try node(limit: 1)
        try node.state([0: 1, 1: 2], names: [0: "a", 1: "b"], marks: [.begin, .end], on: child)
        _ = node.heard(on: child)
        var settings = node.node.settings
        settings.limits.keysPerChild = 2
        node.handle(.reload(settings, nil))
        node.finishTurn()
        #expect(node.heard(on: child).contains(.sayHello))
        let again = try node.attachChild("leaf")
        try node.state([0: 1, 1: 2], names: [0: "a", 1: "b"], marks: [.begin, .end], on: again)
        let record = node.record(of: "b", on: client)
        #expect(record["value"] == .int(2))
        #expect(record["state"] == .text("ok"))
        #expect(note(in: node) == nil)
    }
}
