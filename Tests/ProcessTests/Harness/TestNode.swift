import PreferenceTestSupport
import ServiceRuntime
import Synchronization
import Testing

/// A node of a test's tree: a real prefd, started and ended as often as the test wants.
final class TestNode: Sendable {
    enum Ending: CaseIterable {
        case terminate
        case kill
    }

    let name: String
    let scratch: Scratch
    /// The endpoint for children, if it has one.
    let children: String?
    private let running = Mutex<RunningProgram?>(nil)

    init(_ plan: NodePlan, in scratch: Scratch) throws {
        name = plan.name
        children = plan.children
        self.scratch = scratch
        try write(plan)
    }

    var configuration: String { scratch.file(name + ".toml") }
    var endpoint: String { "ipc://" + scratch.file(name + ".sock") }
    var process: RunningProgram? { running.withLock { $0 } }
    /// What its present process has written to stderr.
    var log: String { process?.errors ?? "" }

    func write(_ plan: NodePlan) throws { try scratch.write(plan.text, to: name + ".toml") }

    /// Starts it, by itself or by a program that becomes it.
    func start(under wrapper: [String] = []) async throws {
        let started = try await RunningProgram.start(
            wrapper + [Programs.prefd, "--config", configuration], in: scratch)
        running.withLock { $0 = started }
    }

    /// Ends the process and waits for its end.
    @discardableResult
    func end(_ ending: Ending) async throws -> Outcome? {
        guard let process else { return nil }
        process.send(ending == .kill ? .kill : .terminate)
        let outcome = try await process.ended(within: .seconds(20))
        if ending == .terminate { #expect(outcome.exit == 0, "\(name) after SIGTERM: \(outcome.errors)") }
        return outcome
    }

    func restart(_ ending: Ending = .terminate) async throws {
        try await end(ending)
        try await start()
    }

    func pause() { process?.send(.stop) }
    func unpause() { process?.send(.continue) }

    // MARK: What a user asks

    func prefctl(
        _ arguments: [String], input: RunningProgram.Input = .none, environment: [String: String] = [:],
        within limit: Duration = .seconds(60)
    ) async throws -> Outcome {
        let program = try await client(arguments, input: input, environment: environment)
        do { return try await program.ended(within: limit) } catch {
            await program.kill()
            throw error
        }
    }

    func prefctl(_ arguments: String..., input: RunningProgram.Input = .none) async throws -> Outcome {
        try await prefctl(arguments, input: input)
    }

    /// A prefctl that goes on; the tree ends it if the test does not.
    func client(
        _ arguments: [String], input: RunningProgram.Input = .none, environment: [String: String] = [:]
    ) async throws -> RunningProgram {
        try await RunningProgram.start(
            [Programs.prefctl, "--connect", endpoint] + arguments, in: scratch, input: input, environment: environment)
    }

    /// Waits until it serves clients.
    func serves() async throws {
        try await eventually("\(name) serves clients: \(log)") {
            try await prefctl("ping", "--timeout", "1s").exit == 0
        }
    }

    /// Waits until it is attached to its parent, or the root.
    func attached() async throws {
        try await eventually("\(name) is attached: \(log)") {
            try await prefctl("status", "--wait", "attached", "--timeout", "5s").exit == 0
        }
    }

    /// Publishes, and demands that it is accepted.
    func publish(_ arguments: String..., at location: SourceLocation = #_sourceLocation) async throws {
        let outcome = try await prefctl(["publish"] + arguments)
        #expect(outcome.exit == 0, "publish \(arguments) at \(name): \(outcome)", sourceLocation: location)
    }

    /// The value as `get` prints it, without the line's end; nil where there is none.
    func value(_ key: String, at place: String = "/") async throws -> String? {
        let outcome = try await prefctl("get", key, "--at", place)
        guard outcome.exit == 0 else { return nil }
        return String(outcome.output.dropLast())
    }

    /// Waits until `get` prints a value.
    func shows(_ key: String, _ value: String, at place: String = "/") async throws {
        try await eventually("\(key) is \(value) at \(name) \(place)") { try await self.value(key, at: place) == value }
    }

    func record(_ key: String, at place: String = "/") async throws -> WatchRecord {
        let outcome = try await prefctl("get", key, "--at", place, "--json")
        guard case .record(let record)? = try outcome.output.split(separator: "\n").first.map(WatchLine.init) else {
            throw NeverHappened("get \(key) --json answered \(outcome)")
        }
        return record
    }
}
