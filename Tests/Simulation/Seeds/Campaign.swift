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

    /// Runs `seeds`, every job its share of them; a job ends at its first violation.
    package mutating func run(_ seeds: Range<UInt64>) async {
        let jobs = jobs
        await withTaskGroup(of: (Counters, Failure?).self) { group in
            for job in 0..<jobs {
                group.addTask { Campaign.share(seeds.dropFirst(job), step: jobs) }
            }
            for await (counters, failure) in group {
                self.counters.add(counters)
                if let failure { failures.append(failure) }
            }
        }
        failures.sort { $0.seed < $1.seed }
    }

    private static func share(_ seeds: Range<UInt64>, step: Int) -> (Counters, Failure?) {
        var counters = Counters()
        for seed in stride(from: seeds.lowerBound, to: seeds.upperBound, by: step) {
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
