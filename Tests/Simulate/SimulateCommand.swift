import Simulation

/// The two things the program does; each returns the exit status.
enum SimulateCommand {
    private static let progress = 1000

    /// One seed with its trace.
    static func replay(_ seed: UInt64) throws -> Int32 {
        let run = try SeedRun(seed: seed, keepsTrace: true)
        let violation = try run.run()
        for line in run.world.trace.lines { print(line) }
        print("seed \(seed): hash \(run.world.trace.hash), \(violation ?? "no violation")")
        return violation == nil ? 0 : 1
    }

    /// Many seeds, to the first violation.
    static func run(_ plan: SimulatePlan) async -> Int32 {
        var campaign = Campaign(jobs: plan.jobs)
        var told = 0
        await campaign.run(plan.first..<plan.first + plan.seeds) { done in
            guard done / progress > told / progress else { return }
            told = done
            print("simulate: \(done) of \(plan.seeds) seeds")
        }
        for failure in campaign.failures {
            for line in failure.tail { print(line) }
            print("make replay SEED=\(failure.seed): \(failure.violation)")
        }
        print("simulate: \(campaign.counters.summary)")
        let untried = plan.seeds >= SimulatePlan.enoughForEverything ? campaign.counters.zeros : []
        for tally in untried { print("simulate: \(tally.name) never happened") }
        return campaign.failures.isEmpty && untried.isEmpty ? 0 : 1
    }
}
