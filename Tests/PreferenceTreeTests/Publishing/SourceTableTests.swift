import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceTree

@Suite("Leases of a table of sources")
struct SourceTableTests {
    private func entry(_ name: String, until deadline: Instant?) throws -> SourceEntry {
        SourceEntry(
            key: 0, name: try SourceName(name), value: .int(1), rank: 0, lifetime: .ttl, lease: .seconds(1),
            deadline: deadline, holder: nil, since: WallTime(microseconds: 0), by: "", stream: 0, slot: 0)
    }

    @Test("whatever is refreshed how often, each source ends once, when its last lease does", arguments: 1...30)
    func ends(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var table = SourceTable()
        let indices = try (0..<8).map { table.insert(try entry("s\($0)", until: nil)) }
        var deadlines: [Int32: Instant] = [:]
        var now = Instant(nanoseconds: 0)
        for _ in 0..<3000 {
            let index = indices[Int(random.next() % 8)]
            if random.next() % 3 == 0 {
                now = now + Interval(nanoseconds: Int64(random.next() % 50))
                let due = Set(deadlines.filter { $0.value <= now }.keys)
                let ended = table.takeExpired(at: now)
                #expect(ended.count == due.count && Set(ended) == due)
                for index in ended {
                    deadlines[index] = nil
                    table[index]?.deadline = nil
                }
            } else {
                let deadline = now + Interval(nanoseconds: Int64(random.next() % 400))
                table[index]?.deadline = deadline
                table.watch(index, deadline: deadline)
                deadlines[index] = deadline
            }
        }
    }

    @Test("a source stands once among those that are looked at, and another look is due no later than its lease")
    func once() throws {
        var table = SourceTable()
        let index = table.insert(try entry("s", until: nil))
        for second in 1...10_000 {
            let deadline = Instant(nanoseconds: Int64(second) * 1_000_000_000)
            table[index]?.deadline = deadline
            table.watch(index, deadline: deadline)
        }
        var looks = 0
        while let next = table.nextExpiry, looks < 5 {
            looks += 1
            #expect(table.takeExpired(at: next) == (looks == 2 ? [index] : []))
        }
        #expect(looks == 2)
    }
}
