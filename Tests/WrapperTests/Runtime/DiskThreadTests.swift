import ForgetfulDisk
import SQLite
import ServiceRuntime
import Synchronization
import Testing

/// Adds up numbers; it waits for its gate before each batch.
private final class Adder: BatchWorker {
    struct Outcome: Sendable, Equatable {
        let batch: [Int]
        let sum: Int
    }

    private let gate: Descriptor
    private var sum = 0

    init(gate: Descriptor) {
        self.gate = gate
    }

    func perform(_ batch: [Int]) -> Outcome {
        _ = try? gate.read(atMost: 1)
        sum += batch.reduce(0, +)
        return Outcome(batch: batch, sum: sum)
    }
}

/// Commits numbers to a database, a batch in one transaction.
private final class Committer: BatchWorker {
    private let database: Database
    private let insert: Statement

    init(_ fileSystem: String) throws {
        database = try Database("store", fileSystem: fileSystem)
        try database.execute("CREATE TABLE number (value INTEGER PRIMARY KEY)")
        insert = try database.prepare("INSERT INTO number VALUES (?)")
    }

    func perform(_ batch: [Int64]) -> [Int64] {
        let result: Void? = try? database.transaction { () throws(SQLiteError) in
            for number in batch {
                try insert.bind(1, number)
                try insert.run()
            }
        }
        return result == nil ? [] : batch
    }
}

@Suite("The disk thread")
struct DiskThreadTests {
    @Test("what gathers while a batch is on its way becomes one batch, in order; beyond the bound it is refused")
    func batches() async throws {
        let resident = try Resident()
        resident.loop.start(resident)
        let gate = try Gate()
        let (outcomes, tell) = AsyncStream<Adder.Outcome>.makeStream()
        let disk = try DiskThread(
            name: "disk", capacity: 4, worker: Adder(gate: gate.reading), loop: resident.loop
        ) { outcome in
            resident.loop.checkIsolated()
            tell.yield(outcome)
        }
        var coming = outcomes.makeAsyncIterator()
        #expect(disk.submit(1) == .accepted)
        // The first batch is taken once nothing is queued any more.
        while disk.counters.batches == 0 { await Task.yield() }
        for number in 2...5 { #expect(disk.submit(number) == .accepted) }
        #expect(disk.submit(6) == .full)
        #expect(disk.counters.queued == 4)
        try gate.open(times: 2)
        #expect(await coming.next() == Adder.Outcome(batch: [1], sum: 1))
        #expect(await coming.next() == Adder.Outcome(batch: [2, 3, 4, 5], sum: 15))
        #expect(disk.submit(7) == .accepted)
        disk.stop()
        #expect(disk.submit(8) == .stopped)
        try gate.open(times: 1)
        await disk.ended()
        #expect(await coming.next() == Adder.Outcome(batch: [7], sum: 22))
        let counters = disk.counters
        #expect(counters.queued == 0)
        #expect(counters.accepted == 6)
        #expect(counters.refused == 1)
        #expect(counters.batches == 3)
        #expect(counters.largestBatch == 4)
        resident.loop.stop()
        await resident.loop.ended()
    }

    @Test("what was reported as committed is there after a power cut at any moment")
    func acknowledged() async throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let forgetful = try ForgetfulDisk("disk-thread-\(seed)")
            let resident = try Resident()
            resident.loop.start(resident)
            let (acknowledged, tell) = AsyncStream<[Int64]>.makeStream()
            let disk = try DiskThread(
                name: "disk", capacity: 1_000, worker: Committer(forgetful.name), loop: resident.loop
            ) { tell.yield($0) }
            for number in 1...200 as ClosedRange<Int64> { #expect(disk.submit(number) == .accepted) }
            var known: Set<Int64> = []
            for await batch in acknowledged {
                known.formUnion(batch)
                if known.count >= 1 + Int(seed) * 9 { break }
            }
            forgetful.crash(keepingSomeBySeed: seed)
            disk.stop()
            await disk.ended()
            let after = try Database("store", fileSystem: forgetful.name)
            let rows = try after.prepare("SELECT value FROM number")
            var found: Set<Int64> = []
            while try rows.step() { found.insert(rows.integer(0)) }
            #expect(known.isSubset(of: found))
            #expect(!known.isEmpty)
            resident.loop.stop()
            await resident.loop.ended()
        }
    }
}
