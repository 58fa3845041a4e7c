import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("Bad input: topology")
struct BadTopologyTests {
    @Test("a leaf that never had a parent serves, waits for a catalog and says so; its status says why")
    func unreachableParent() async throws {
        try await TestTree.run { tree in
            let address = "tcp://127.0.0.1:\(try freePort())"
            let leaf = try tree.plan(NodePlan(name: "alone", parent: address))
            try await leaf.start()
            try await leaf.serves()
            let published = try await leaf.prefctl("--json", "publish", "k", "1", "--timeout", "500ms")
            try Complaint(exit: 3, code: "no_catalog", mentions: ["alone", "status"]).expect(published)
            let retracted = try await leaf.prefctl("--json", "retract", "k", "--source", "x", "--timeout", "1s")
            try Complaint(exit: 3, code: "no_catalog", mentions: ["alone", "status"]).expect(retracted)
            let waited = try await leaf.prefctl(
                ["--json", "wait", "k", "--present", "--at", ".", "--timeout", "0"], within: .seconds(4))
            try Complaint(exit: 3, code: "no_catalog", mentions: ["alone", "status"]).expect(waited)
            let got = try await leaf.prefctl("--json", "get", "k", "--timeout", "500ms")
            #expect(got.exit == 3, "\(got)")
            let status = try await leaf.prefctl("status")
            #expect(status.exit == 1, "\(status)")
            #expect(status.output.contains(address), "\(status)")
            let attached = try await leaf.prefctl("status", "--wait", "attached", "--timeout", "500ms")
            #expect(attached.exit == 1, "\(attached)")
            // It is still the same process, and takes a parent when there is one.
            let root = try tree.plan(NodePlan(name: "root", children: address, tables: TestTree.key("k", "int", "sum")))
            try await root.start()
            try await leaf.attached()
            try await leaf.hasCatalog()
            try await leaf.publish("k", "1", "--wait", "root")
        }
    }

    @Test("a node of another tree is refused, told both names, and serves its own clients")
    func otherTree() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            var plan = NodePlan(name: "stray", parent: bystander.root.children)
            plan.tree = "production"
            let stray = try tree.plan(plan)
            try await stray.start()
            try await refused(stray, mentions: ["production", "test"])
            try await bystander.isUnharmed()
            let shown = try await bystander.root.prefctl("tree", "--json")
            #expect(!shown.output.contains("stray"), "\(shown)")
        }
    }

    /// Its status says why it is not attached.
    private func refused(_ node: TestNode, mentions words: [String]) async throws {
        try await eventually("\(node.name) says why it is not attached: \(node.log)") {
            let status = try await node.prefctl("status")
            return status.exit == 1 && words.allSatisfy { status.output.contains($0) }
        }
        #expect(node.process?.isRunning == true)
        try await eventually("\(node.name) has logged why: \(node.log)") { words.allSatisfy { node.log.contains($0) } }
    }

    @Test("a second node of one name under one parent is refused while the first lives, with both addresses")
    func duplicateName() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            var plan = tree.below(bystander.small.rack, "a", isLeaf: true)
            let twin = try other(&plan, tree)
            try await twin.start()
            try await refused(twin, mentions: ["a"])
            try await bystander.isUnharmed()
            #expect(try await bystander.leaf.prefctl("status").exit == 0)
        }
    }

    @Test(
        "a second node of one name under another parent stays pending and is not counted until the first is forgotten")
    func duplicateNameElsewhere() async throws {
        try await TestTree.run { tree in
            let bystander = try await Bystander(in: tree)
            let second = try await tree.aggregator("rack2", under: bystander.root)
            try await second.attached()
            var plan = tree.below(second, "a", isLeaf: true)
            let twin = try other(&plan, tree)
            try await twin.start()
            try await twin.hasCatalog()
            // It publishes at itself; the tree does not count it, but says where the first one is.
            try await twin.publish("steady", "100")
            try await eventually("the tree shows the name pending") {
                let shown = try await bystander.root.prefctl("tree", "--json").output
                return shown.contains("pending") && shown.contains("/rack/a")
            }
            try await bystander.isUnharmed()
            try await bystander.leaf.end(.kill)
            try await eventually("the first is missing, and can be forgotten") {
                try await bystander.root.prefctl("forget", "/rack/a").exit == 0
            }
            try await bystander.root.shows("steady", "100")
        }
    }

    /// The same name with files and sockets of its own.
    private func other(_ plan: inout NodePlan, _ tree: TestTree) throws -> TestNode {
        let name = plan.name
        plan.name = "twin"
        plan.nodeName = name
        return try tree.plan(plan)
    }

    // MARK: Loops

    static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    @Test("a loop of three is found in every start order, and each goes on serving", arguments: orders)
    func loop(_ order: [Int]) async throws {
        try await TestTree.run { tree in
            let root = try await tree.root(keys: Bystander.keys)
            var chain: [TestNode] = []
            for name in ["a", "b", "c"] {
                chain.append(try await tree.aggregator(name, under: chain.last ?? root))
            }
            for node in chain {
                try await node.attached()
                try await node.hasCatalog()
                // A name before those of the nodes: below whomever the others end up, a node's own title comes first.
                try await node.publish("title", "of \(node.name)", "--source", "0", "--wait", "root")
            }
            for node in chain { try await node.end(.terminate) }
            var plan = tree.below(chain[2], "a")
            plan.timing = tree.timing
            try chain[0].write(plan)
            for index in order { try await chain[index].start() }
            for node in chain { try await node.serves() }
            let watcher = try await tree.watch(chain[2], "title", at: ".")
            // Which one it is depends on who came first: the least name of a loop that was closed, or whoever would
            // have closed it.
            var reporter: TestNode?
            try await eventually("one of the loop reports it") {
                for node in chain {
                    let status = try await node.prefctl("status")
                    if status.exit == 1, status.output.contains("loop"), status.output.contains("[parent] endpoints") {
                        reporter = node
                    }
                }
                return reporter != nil
            }
            #expect(
                reporter?.log.contains("a > b > c > a") == true || reporter?.log.contains("b > c > a > b") == true
                    || reporter?.log.contains("c > a > b > c") == true, "\(reporter?.log ?? "")")
            for node in chain {
                #expect(node.process?.isRunning == true)
                #expect(try await node.prefctl("ping").exit == 0)
            }
            #expect(try await chain[2].value("title", at: ".") == "of c")
            #expect(try watcher.records().allSatisfy { $0.value == .text("of c") })
        }
    }
}
