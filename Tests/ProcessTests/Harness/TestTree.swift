import Foundation
import ServiceRuntime
import Synchronization
import Testing

/// A tree of real processes in a directory of its own, all gone when the test ends, however it ends.
final class TestTree: Sendable {
    let scratch: Scratch
    let timing: Timing
    private let nodes = Mutex<[TestNode]>([])
    private let programs = Mutex<[RunningProgram]>([])

    private init(_ timing: Timing) throws {
        scratch = try Scratch()
        self.timing = timing
    }

    /// Runs `body` with an empty tree when the machine has room for `weight` of them.
    static func run(
        _ timing: Timing = .quick, weight: Int = 1, _ body: (TestTree) async throws -> Void
    ) async throws {
        let taken = await TreeSlots.shared.take(weight)
        let tree: TestTree
        do { tree = try TestTree(timing) } catch {
            await TreeSlots.shared.give(back: taken)
            throw error
        }
        var failure: (any Error)?
        do { try await body(tree) } catch {
            failure = error
            tree.nodes.withLock { $0 }.forEach { print("--- \($0.name)\n\($0.log.suffix(2_000))") }
        }
        await tree.end()
        await TreeSlots.shared.give(back: taken)
        if let failure { throw failure }
    }

    /// Ends everything, what was started last first.
    private func end() async {
        for program in programs.withLock({ $0 }).reversed() { await program.kill() }
        for node in nodes.withLock({ $0 }).reversed() { await node.process?.kill() }
        if ProcessInfo.processInfo.environment["PREFD_TEST_KEEP"] == nil { scratch.remove() }
    }

    // MARK: Nodes

    /// A node that is not started yet.
    func plan(_ plan: NodePlan) throws -> TestNode {
        let node = try TestNode(plan, in: scratch)
        nodes.withLock { $0.append(node) }
        return node
    }

    /// The root, started.
    func root(
        _ name: String = "root", keys: String = "", including includes: [String] = [], node: String = ""
    ) async throws -> TestNode {
        let root = try plan(
            NodePlan(
                name: name, children: "ipc://\(name).children.sock", timing: timing, node: node, includes: includes,
                tables: keys))
        try await root.start()
        return root
    }

    /// What a node below `parent` has in its file.
    func below(_ parent: TestNode, _ name: String, rank: Int = 0, isLeaf: Bool = false) -> NodePlan {
        NodePlan(
            name: name, rank: rank, children: isLeaf ? nil : "ipc://\(name).children.sock",
            parent: parent.children, timing: timing)
    }

    /// A node that has children and a parent, started.
    func aggregator(_ name: String, under parent: TestNode, rank: Int = 0) async throws -> TestNode {
        let node = try plan(below(parent, name, rank: rank))
        try await node.start()
        return node
    }

    func leaf(_ name: String, under parent: TestNode, rank: Int = 0) async throws -> TestNode {
        let node = try plan(below(parent, name, rank: rank, isLeaf: true))
        try await node.start()
        return node
    }

    // MARK: Clients

    /// A client that goes on until the tree ends it.
    func client(
        _ node: TestNode, _ arguments: [String], input: RunningProgram.Input = .none,
        environment: [String: String] = [:]
    ) async throws -> RunningProgram {
        let program = try await node.client(arguments, input: input, environment: environment)
        programs.withLock { $0.append(program) }
        return program
    }

    /// A recorded watch that has its first snapshot.
    func watch(_ node: TestNode, _ patterns: String..., at place: String = "/", options: [String] = []) async throws
        -> Watcher
    {
        let watcher = Watcher(
            try await client(node, ["watch", "--json", "--at", place] + options + patterns))
        try await watcher.synced()
        return watcher
    }

    func python(
        _ path: String, _ arguments: [String], input: RunningProgram.Input = .none
    ) async throws -> RunningProgram {
        let program = try await RunningProgram.start(Programs.python(path) + arguments, in: scratch, input: input)
        programs.withLock { $0.append(program) }
        return program
    }

    /// A program of the system or of the project, to its end.
    func run(_ arguments: [String], input: RunningProgram.Input = .none) async throws -> Outcome {
        try await RunningProgram.start(arguments, in: scratch, input: input).ended()
    }
}

/// A TCP port of the loopback that nobody listens on.
func freePort() throws -> Int {
    let socket = try TestSocket()
    return socket.port
}
