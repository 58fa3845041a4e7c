import Simulation
import Testing

@Suite("Whole trees in virtual time")
struct SimulationTests {
    @Test("every law holds at every quiet point, whatever fails, on the first seeds")
    func everySeed() async {
        var campaign = Campaign(jobs: 2)
        await campaign.run(1..<13)
        for failure in campaign.failures {
            for line in failure.tail { print(line) }
            Issue.record("make replay SEED=\(failure.seed): \(failure.violation)")
        }
        print("simulation: \(campaign.counters.summary)")
        #expect(campaign.counters[.seeds] == 12)
        #expect(campaign.counters[.quietPoints] > 24)
    }

    @Test("a seed replays to the same trace", arguments: [1, 7, 12] as [UInt64])
    func replays(seed: UInt64) throws {
        let runs = try (0..<2).map { _ in
            let run = try SeedRun(seed: seed, keepsTrace: true)
            _ = try run.run()
            return run
        }
        #expect(runs[0].world.trace.hash == runs[1].world.trace.hash)
        let (first, second) = (runs[0].world.trace.lines, runs[1].world.trace.lines)
        if let place = zip(first, second).enumerated().first(where: { $1.0 != $1.1 }) {
            Issue.record("line \(place.offset): \(place.element.0) / \(place.element.1)")
        }
        #expect(first.count == second.count)
    }
}
