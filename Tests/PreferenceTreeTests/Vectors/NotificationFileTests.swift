import PreferenceTestSupport
import PreferenceTree
import Preferences
import Simulation
import Testing

@Suite("The vectors of notification on simulated trees")
struct NotificationFileTests {
    static let vectors: [NotificationVector] = {
        do { return try NotificationVector.read(vectorFile("notification.txt")) } catch {
            Issue.record("notification.txt, \(error)")
            return []
        }
    }()

    @Test("every case is there")
    func counts() {
        print(
            "\(NotificationFileTests.vectors.count) core, \(NotificationFileTests.vectors.count) process, 0 core-only")
        #expect(NotificationFileTests.vectors.count >= 12)
    }

    @Test("a case of the table", arguments: vectors)
    func notified(_ vector: NotificationVector) throws {
        let trial = try VectorWorld(vector.tree, vector.definitions)
        trial.publishAll()
        trial.world.run(ticks: 3)
        var looked: [String: Int] = [:]
        for (line, step) in vector.steps {
            try take(step, "notification.txt line \(line)", trial, vector.tree, &looked)
        }
        #expect(trial.world.violation == nil)
    }

    private func take(
        _ step: NotificationStep, _ place: Comment, _ trial: VectorWorld, _ tree: VectorNode,
        _ looked: inout [String: Int]
    ) throws {
        let world = trial.world
        switch step {
        case .watch(let name, let keys, let path):
            try trial.observe(name, at: try trial.station(at: path), keys: keys)
            looked[name] = 0
            world.run(ticks: 2)
        case .unwatch(let name): trial.observers[name]?.unwatch(0)
        case .lose(let name):
            if let observer = trial.observers[name] { world.cut(observer.station, .losing(up: true, down: true)) }
        case .resume(let name):
            let observer = try #require(trial.observers[name])
            let syncs = observer.watches.first?.syncs ?? 0
            world.breakConnection(of: observer.station)
            world.uncut(observer.station)
            world.run(ticks: 5)
            #expect((observer.watches.first?.syncs ?? 0) > syncs, place)
        case .state(let all): try state(all, trial, tree)
        case .burst(let path, let values):
            for value in values {
                try state([NotificationStep.Stating(place: path, value: value)], trial, tree, thenRun: false)
            }
            world.run(ticks: 2)
        case .wait(let heartbeats): world.run(ticks: Double(heartbeats))
        case .initial(let telling):
            let watch = try #require(trial.observers[telling.observer]?.watches.first)
            let initial = watch.initials.last { $0.key.text == telling.key }
            check(try #require(initial, place), telling, place)
        case .expect(let telling), .ends(let telling):
            let watch = try #require(trial.observers[telling.observer]?.watches.first)
            let news = watch.changes.dropFirst(looked[telling.observer] ?? 0)
            looked[telling.observer] = watch.changes.count
            if case .expect = step { #expect(news.count == 1, place) }
            check(try #require(news.last, place), telling, place)
        case .silent(let name):
            let watch = try #require(trial.observers[name]?.watches.first)
            #expect(watch.changes.count == looked[name], place)
        }
    }

    private func check(_ record: Record, _ telling: NotificationStep.Telling, _ place: Comment) {
        #expect(record.key.text == telling.key, place)
        #expect(record.value == telling.value, place)
        #expect(record.explicit == telling.isExplicit, place)
        if let reason = telling.reason { #expect("\(record.reason)" == reason, place) }
    }

    /// Says all of it in one batch at each node.
    private func state(
        _ all: [NotificationStep.Stating], _ trial: VectorWorld, _ tree: VectorNode, thenRun: Bool = true
    ) throws {
        var batches: [String: [Statement]] = [:]
        for stating in all {
            let node = try #require(tree.node(at: Array(stating.place.dropLast())))
            let known = tree.source(at: stating.place)?.source
            let name = known?.name ?? "s" + stating.place.map { String($0) }.joined(separator: "-")
            let rank = stating.rank ?? known?.rank ?? Int32(stating.place.last ?? 0)
            batches[node.name, default: []].append(
                Statement(
                    operation: stating.value.map { .publish($0) } ?? .retract, key: stating.key, source: name,
                    rank: rank,
                    lifetime: stating.lease.map { .ttl(VirtualTime.interval(ticks: Int64($0))) }))
        }
        for (node, batch) in batches.sorted(by: { $0.key < $1.key }) {
            let publisher = try #require(trial.publisher(at: node))
            trial.world.start(publisher.station)
            if !publisher.isAttached { trial.world.run(ticks: 4) }
            publisher.state(together: batch)
        }
        if thenRun { trial.world.run(ticks: 2) }
    }
}
