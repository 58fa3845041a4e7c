import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceClient

@Suite struct ViewTests {
    private func body(_ json: String) throws -> Value { try SampleAnswers.body(json) }

    /// A root with two racks, of which one has twenty leaves and one a stale and a never seen leaf.
    private func largeTree() throws -> NodeTree {
        let well = (0..<20).map { SampleAnswers.node("w\($0)", path: "/rack1/w\($0)") }
        let mixed =
            (0..<4).map { SampleAnswers.node("m\($0)", path: "/rack2/m\($0)") }
            + [
                SampleAnswers.node("sick", path: "/rack2/sick", state: "stale"),
                SampleAnswers.node("ghost", path: "/rack2/ghost", state: "missing"),
            ]
        let root = SampleAnswers.node(
            "root", path: "/",
            children: [
                SampleAnswers.node("rack1", path: "/rack1", children: well),
                SampleAnswers.node("rack2", path: "/rack2", children: mixed),
            ])
        return try NodeTree(body(root))
    }

    @Test("views show what they did")
    func golden() throws {
        let tree = try largeTree()
        let small = try NodeTree(
            body(
                SampleAnswers.node(
                    "root", path: "/", children: [SampleAnswers.node("rack1", path: "/rack1", state: "stale")])))
        let explanation = try Explanation(body(SampleAnswers.explanation))
        let status = try NodeStatus(body(SampleAnswers.status))
        let sources = try SourceEntry.list(body(SampleAnswers.sources))
        let keys = try KeyEntry.list(body(SampleAnswers.keys))
        let reload = try ReloadReport(body(SampleAnswers.reload))
        let key = try Key("pool.max_temp")
        let views = [
            ("tree, collapsed", TreeView(.off).text(tree)), ("tree, small", TreeView(.off).text(small)),
            ("tree, painted", TreeView(Paint(isOn: true)).text(small)),
            ("tree as JSON", TreeView.json(small) + "\n"),
            ("explain", ExplainView(.off).text(explanation, key: key)),
            ("explain, one level", ExplainView(.off, depth: 1).text(explanation, key: key)),
            ("explain as JSON", ExplainView(.off).json(explanation) + "\n"),
            ("explain as JSON, no level", ExplainView(.off, depth: 0).json(explanation) + "\n"),
            ("status", StatusView(.off).text(status)), ("status as JSON", StatusView.json(status) + "\n"),
            ("sources", SourcesView(.off).text(sources)), ("sources as JSON", SourcesView.json(sources)),
            ("keys", KeysView(.off).text(keys)), ("keys as JSON", KeysView.json(keys)),
            ("reload", ReloadView(.off).text(reload)), ("reload as JSON", ReloadView.json(reload) + "\n"),
        ]
        try GoldenFile.expect(views.map { "## \($0.0)\n\($0.1)\n" }.joined(), equals: "views.txt")
    }

    @Test("a cause is shown where it is, and not again by what is above it")
    func quarantined() throws {
        let explanation = try Explanation(body(SampleAnswers.quarantined))
        let text = ExplainView(.off).text(explanation, key: try Key("n"))
        #expect(text.hasPrefix("n = 0 (default: what is stated is quarantined)"))
        #expect(text.split(separator: "\n").count { $0.contains("takes int") } == 1)
        #expect(!text.contains("quarantined /rack1:cpu0"))
        #expect(text.contains("min_nodes 1<2"))
        #expect(ExplainView(.off).json(explanation).contains(#""state":"degraded""#))
    }

    @Test("status tells a cause once, and when the last error was")
    func statusCauses() throws {
        let refusal = "the name rack1 is taken by unix; give one of them another [node] name"
        var status = try NodeStatus(body(SampleAnswers.status))
        status.phase = "refused by the parent: \(refusal)"
        status.parent?.why = refusal
        status.lastError = "the parent refused: \(refusal)"
        status.lastErrorTime = status.since
        let text = StatusView(.off).text(status)
        #expect(text.split(separator: "\n").count { $0.contains(refusal) } == 1)
        status.lastError = "the disk refuses writes"
        #expect(
            StatusView(.off).text(status).contains("error     2026-11-30 12:00:00Z  the disk refuses writes"))
        status.trouble.missing = ["/a/b"]
        status.trouble.neverSeen = ["/c"]
        let named = StatusView(.off).text(status)
        #expect(named.contains("missing   /a/b\n"))
        #expect(named.contains("unseen    /c\n"))
        #expect(named.contains("prefctl forget"))
        #expect(StatusView.json(status).contains(#""missing_nodes":["/a/b"]"#))
    }

    @Test("nothing is collapsed where all is asked for")
    func all() throws {
        let tree = try largeTree()
        let lines = TreeView(.off, all: true).text(tree).split(separator: "\n")
        #expect(lines.count == tree.nodes.count)
        #expect(TreeView(.off).text(tree).split(separator: "\n").count < 10)
    }

    @Test("a check finds what is stale, missing, never seen or of another version")
    func findings() throws {
        var tree = try largeTree()
        #expect(tree.findings == ["/rack2/sick is stale", "/rack2/ghost is missing, never seen"])
        tree.children[0].version = "0.2.0"
        #expect(tree.findings.first == "/rack1 runs 0.2.0, / 0.1.0")
        let trouble = tree.trouble
        #expect(trouble.stale == ["/rack2/sick"])
        #expect(trouble.neverSeen == ["/rack2/ghost"])
        #expect(trouble.missing.isEmpty)
    }

    @Test("a long row of shadowed contributions is one line")
    func shadowed() throws {
        var explanation = try Explanation(body(SampleAnswers.explanation))
        var shadowed = explanation.children[0].children[0]
        shadowed.state = "shadowed"
        explanation.children[0].children += Array(repeating: shadowed, count: 9)
        let key = try Key("k")
        #expect(ExplainView(.off).text(explanation, key: key).contains("… 9 shadowed"))
        #expect(!ExplainView(.off, all: true).text(explanation, key: key).contains("…"))
    }

    @Test("a node is ok when it is attached or the root, not drained, and its disk writes")
    func isOK() throws {
        var status = try NodeStatus(body(SampleAnswers.status))
        status.state = "ok"
        #expect(!status.isOK)
        status.attached = true
        #expect(status.isOK)
        status.attached = false
        status.parent = nil
        #expect(status.isOK)
        status.drained = true
        #expect(!status.isOK)
        status.drained = false
        status.disk = "full"
        #expect(!status.isOK)
    }

    @Test("entries are chosen by lifetime and by age")
    func entries() throws {
        let entries = try SourceEntry.list(body(SampleAnswers.sources))
        let now = Timestamp(microsecondsSince1970: 1_796_040_000_000_000 + 60_000_000)
        func chosen(_ age: Interval?, _ lifetime: LifetimeKind?) -> [String] {
            let command = SourcesCommand(pattern: nil, at: .here, olderThan: age, lifetime: lifetime)
            return entries.filter { command.admits($0, now: now) }.map(\.source)
        }
        #expect(chosen(nil, nil) == ["cpu0", "default"])
        #expect(chosen(nil, .ttl) == ["cpu0"])
        #expect(chosen(.seconds(59), nil) == ["cpu0", "default"])
        #expect(chosen(.seconds(60), nil).isEmpty)
    }

    @Test("readers of a mean see floats, of a count ints")
    func loweredTypes() throws {
        let keys = try KeyEntry.list(body(SampleAnswers.keys))
        #expect(keys.map(\.loweredType) == [.float, .int])
    }

    @Test("an answer nested without end is refused")
    func depth() throws {
        var value = try body(SampleAnswers.node("n", path: "/n"))
        for _ in 0..<100 {
            var map = try members(value)
            map["children"] = .list([value])
            value = .map(map)
        }
        #expect(throws: ClientFault.self) { try NodeTree(value) }
    }
}
