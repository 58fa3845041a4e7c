import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Whole trees in virtual time")
struct SimulationTests {
    static let seeds = number("PREFD_SEEDS") ?? 12
    static let firstSeed = number("PREFD_FIRST_SEED") ?? 1

    @Test("every law holds at every quiet point, whatever fails")
    func everySeed() async throws {
        let halves = try await withThrowingTaskGroup(of: Counters.self) { group in
            for half in 0..<2 {
                group.addTask { try SimulationTests.run(from: SimulationTests.firstSeed + half, step: 2) }
            }
            var total = Counters()
            for try await counters in group { total.add(counters) }
            return total
        }
        print("simulation: \(halves.summary)")
        if SimulationTests.seeds >= 200 {
            for name in SimulationTests.mustHappen { #expect(halves[name] > 0, "\(name) never happened") }
        }
    }

    @Test("a seed replays to the same trace", arguments: [1, 7, 12] as [UInt64])
    func replays(seed: UInt64) throws {
        let runs = try (0..<2).map { _ in
            let run = try SeedRun(seed: seed, keepsTrace: true)
            _ = run.run()
            return run
        }
        #expect(runs[0].world.trace.hash == runs[1].world.trace.hash)
        let (first, second) = (runs[0].world.trace.lines, runs[1].world.trace.lines)
        if let place = zip(first, second).enumerated().first(where: { $1.0 != $1.1 }) {
            Issue.record("line \(place.offset): \(place.element.0) / \(place.element.1)")
        }
        #expect(first.count == second.count)
    }

    @Test("one seed with its trace", .enabled(if: number("PREFD_SEED") != nil))
    func oneSeedReplay() throws {
        let run = try SeedRun(seed: UInt64(number("PREFD_SEED") ?? 0), keepsTrace: true)
        let violation = run.run()
        for line in run.world.trace.lines { print(line) }
        print("hash \(run.world.trace.hash)")
        #expect(violation == nil)
    }

    private static let mustHappen = [
        "seeds", "events", "quiet points", "notifications", "notifications compared", "frames coded",
        "fault drop", "fault duplicate", "fault delay", "fault broken connection", "fault cut", "fault pause",
        "fault crash", "fault stop", "fault client killed", "fault slow disk", "fault clock step", "fault early timer",
        "restarts of root", "restarts of aggregator", "restarts of leaf", "nodes lost", "silent restarts",
        "phases with wild timers",
    ]

    private static func run(from first: Int, step: Int) throws -> Counters {
        var total = Counters()
        for seed in stride(from: first, to: firstSeed + seeds, by: step) {
            let run = try SeedRun(seed: UInt64(seed))
            let violation = run.run()
            total.add(run.world.counters)
            if let violation {
                Issue.record("make replay SEED=\(seed): \(violation)")
                let again = try SeedRun(seed: UInt64(seed), keepsTrace: true)
                _ = again.run()
                for line in again.world.trace.lines.suffix(400) { print(line) }
                break
            }
        }
        return total
    }
}

private func number(_ name: String) -> Int? {
    // The environment is only read, before any thread changes it; the pointer is not kept.
    guard let text = unsafe getenv(name) else { return nil }
    return Int(unsafe String(cString: text))
}
