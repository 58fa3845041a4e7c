/// Many seeds, on several threads, up to the first violation.
package struct Campaign {
    /// A seed that went against a law, with what it did last.
    package struct Failure: Sendable {
        package let seed: UInt64
        package let violation: String
        package let tail: [String]
    }

    package private(set) var counters = Counters()
    package private(set) var failures: [Failure] = []
    private let jobs: Int

    package init(jobs: Int) { self.jobs = max(1, jobs) }

    /// Runs `seeds` in small batches, each by the next job that is free; a violation ends the run. `progress` is told how
    /// many seeds have been run.
    package mutating func run(_ seeds: Range<UInt64>, progress: (Int) -> Void = { _ in }) async {
        var batches = stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(Campaign.batch))
            .map { $0..<min($0 + Campaign.batch, seeds.upperBound) }[...]
        await withTaskGroup(of: (Counters, Failure?).self) { group in
            for batch in batches.prefix(jobs) { group.addTask { Campaign.run(batch) } }
            batches = batches.dropFirst(jobs)
            for await (counters, failure) in group {
                self.counters.add(counters)
                if let failure { failures.append(failure) }
                progress(self.counters[.seeds])
                guard failures.isEmpty, let batch = batches.popFirst() else { continue }
                group.addTask { Campaign.run(batch) }
            }
        }
        failures.sort { $0.seed < $1.seed }
    }

    /// Seeds differ in length: one batch is short, so that no job waits long for another's last one.
    private static let batch: UInt64 = 10

    private static func run(_ seeds: Range<UInt64>) -> (Counters, Failure?) {
        var counters = Counters()
        for seed in seeds {
            do {
                let run = try SeedRun(seed: seed)
                let violation = try run.run()
                counters.add(run.world.counters)
                guard let violation else { continue }
                let again = try SeedRun(seed: seed, keepsTrace: true)
                _ = try again.run()
                let tail = Array(again.world.trace.lines.suffix(tailLength))
                return (counters, Failure(seed: seed, violation: violation, tail: tail))
            } catch {
                return (counters, Failure(seed: seed, violation: "the seed cannot be run: \(error)", tail: []))
            }
        }
        return (counters, nil)
    }

    private static let tailLength = 400
}
