import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("The vectors of notification on real processes")
struct NotificationProcessTests {
    static let vectors: [NotificationVector] = {
        do { return try NotificationVector.read(vectorFile("notification.txt")) } catch {
            Issue.record("notification.txt, \(error)")
            return []
        }
    }()

    @Test("every case is run")
    func counts() {
        print("notification.txt: \(Self.vectors.count) core, \(Self.vectors.count) process, 0 core-only")
        #expect(Self.vectors.count >= 12)
    }

    @Test("a case of the table", arguments: vectors)
    func notified(_ vector: NotificationVector) async throws {
        try await TestTree.run { tree in
            let keys = vector.definitions.map { $0.toml(prefix: "") }.joined()
            let trial = try await VectorTreeProcesses(vector.tree, keys: keys, in: tree)
            let observers = Observers(vector, trial)
            var lines: [String: String] = [:]
            for (_, node, source) in vector.tree.places() {
                for (key, value) in source.values {
                    lines[node, default: ""] += statement(key, value, source: source.name, rank: source.rank)
                }
            }
            try await trial.publish(lines)
            for (line, step) in vector.steps { try await observers.take(step, "notification.txt line \(line)") }
        }
    }
}

/// The observers of a case, and how far each has looked.
private final class Observers {
    /// One heartbeat of the notation: a lease is long beside what starting a program takes.
    private static let heartbeat = Duration.milliseconds(500)

    private struct Observer {
        var watcher: Watcher
        var looked: Int
        var syncs = 1
    }

    private let vector: NotificationVector
    private let trial: VectorTreeProcesses
    private var observers: [String: Observer] = [:]
    /// What was stated with a lease: where, and how many heartbeats are to be left of it.
    private var leases: [(node: String, key: String, left: Int)] = []

    init(_ vector: NotificationVector, _ trial: VectorTreeProcesses) {
        self.vector = vector
        self.trial = trial
    }

    func take(_ step: NotificationStep, _ place: Comment) async throws {
        switch step {
        case .watch(let name, let keys, let path):
            let node = try trial.node(at: path, of: vector.tree)
            let watcher = try await trial.watch(node, keys.isEmpty ? vector.definitions.map(\.key) : keys)
            observers[name] = Observer(watcher: watcher, looked: try news(watcher).count)
        case .unwatch(let name): await observers.removeValue(forKey: name)?.watcher.program.kill()
        // A client that says nothing for long enough has lost its session.
        case .lose(let name): try observer(name).watcher.program.send(.stop)
        case .resume(let name): try await resume(name)
        case .state(let all): try await state(all)
        case .burst(let path, let values):
            try await state(values.map { NotificationStep.Stating(place: path, value: $0) })
        case .wait(let heartbeats): try await wait(heartbeats, place)
        case .initial(let telling):
            let initial = try observer(telling.observer).watcher.records().last { $0.initial && $0.key == telling.key }
            check(try #require(initial, place), telling, place)
        case .expect(let telling), .ends(let telling): try await expect(telling, step, place)
        case .silent(let name): #expect(try await unseen(name).isEmpty, place)
        }
    }

    /// The nodes tell by their leases that the time has passed. Where there is none nothing waits for time alone:
    /// `resume` waits for what it needs.
    private func wait(_ heartbeats: Int, _ place: Comment) async throws {
        for position in leases.indices {
            leases[position].left -= heartbeats
            let lease = leases[position]
            let node = try trial.node(lease.node)
            try await eventually("\(place): \(heartbeats) heartbeats of the lease of \(lease.key) are over") {
                guard let left = try await node.leaseLeft(of: lease.key) else { return true }
                return left <= Self.heartbeat * lease.left
            }
        }
    }

    private func observer(_ name: String) throws -> Observer { try #require(observers[name]) }

    /// What a watcher was told, without the marks.
    private func news(_ watcher: Watcher) throws -> [WatchRecord] {
        try watcher.records().filter { $0.key != VectorTreeProcesses.marker }
    }

    /// What the observer was told since the last look, when everything has come that was on its way.
    private func unseen(_ name: String) async throws -> [WatchRecord] {
        let observer = try observer(name)
        try await trial.settle([observer.watcher])
        let all = try news(observer.watcher)
        observers[name]?.looked = all.count
        return Array(all.dropFirst(observer.looked))
    }

    private func expect(
        _ telling: NotificationStep.Telling, _ step: NotificationStep, _ place: Comment
    ) async throws {
        let observer = try observer(telling.observer)
        try await eventually("\(place): \(telling.observer) is told something") {
            try news(observer.watcher).count > observer.looked
        }
        let told = try await unseen(telling.observer)
        if case .expect = step { #expect(told.count == 1, place) }
        check(try #require(told.last, place), telling, place)
    }

    private func check(_ record: WatchRecord, _ telling: NotificationStep.Telling, _ place: Comment) {
        #expect(record.key == telling.key, place)
        #expect(record.value == telling.value ?? .null, place)
        #expect((record.state == "degraded") == (telling.value == nil), place)
        #expect(record.explicit == telling.isExplicit, place)
        if let reason = telling.reason { #expect(record.reason == reason, place) }
    }

    private func resume(_ name: String) async throws {
        let observer = try observer(name)
        // Its node has given it up: only then is this a lost connection.
        try await eventually("the real root has given the observer up") {
            try await trial.root.clients() == 1
        }
        observer.watcher.program.send(.continue)
        try await observer.watcher.synced(observer.syncs + 1)
        observers[name]?.syncs += 1
    }

    /// Says all of it in one batch at each node.
    private func state(_ all: [NotificationStep.Stating]) async throws {
        var lines: [String: String] = [:]
        for stating in all {
            let node = try #require(vector.tree.node(at: Array(stating.place.dropLast())))
            let known = vector.tree.source(at: stating.place)?.source
            let name = known?.name ?? "s" + stating.place.map { String($0) }.joined(separator: "-")
            let rank = stating.rank ?? known?.rank ?? Int32(stating.place.last ?? 0)
            let lease = stating.lease.map { "\($0 * Int(Self.heartbeat / .milliseconds(1)))ms" }
            leases.removeAll { $0.node == node.name && $0.key == stating.key }
            if let heartbeats = stating.lease { leases.append((node.name, stating.key, heartbeats)) }
            lines[node.name, default: ""] += statement(
                stating.key, stating.value, source: name, rank: rank, lease: lease)
        }
        try await trial.publish(lines)
    }
}

extension TestNode {
    /// What is left of the lease of the key's one source here; nil: there is no such source.
    func leaseLeft(of key: String) async throws -> Duration? {
        let outcome = try await prefctl("sources", key, "--at", ".", "--json")
        guard outcome.exit == 0 else { throw NeverHappened("sources \(key) answered \(outcome)") }
        guard let line = outcome.output.split(separator: "\n").first else { return nil }
        switch try members(try JSONReader.read(String(line)))["expires_in"] {
        case .float(let seconds)?: return .seconds(seconds)
        case .int(let seconds)?: return .seconds(seconds)
        default: throw NeverHappened("sources \(key) answered \(outcome)")
        }
    }

    /// How many clients the node has, the asking one included.
    func clients() async throws -> Int64 {
        let outcome = try await prefctl("status", "--json")
        return try members(try JSONReader.read(outcome.output)).int("clients")
    }
}
