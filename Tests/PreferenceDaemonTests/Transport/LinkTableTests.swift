import PreferenceDaemon
import Testing

@Suite("Which link came over which descriptor")
struct LinkTableTests {
    @Test("a link ends with its descriptor, once")
    func plain() {
        var table = LinkTable()
        table.opened(5)
        #expect(table.openCount == 1)
        #expect(table.heard(1, over: 5))
        #expect(table.isOpen(1))
        table.closed(5)
        #expect(!table.isOpen(1))
        #expect(table.isKnown(1))
        #expect(table.takeClosed() == [1])
        #expect(!table.isKnown(1))
        table.closed(5)
        #expect(table.takeClosed() == [])
        #expect(table.openCount == 0)
    }

    @Test("a descriptor that is used again ends the link it had, and the new link's end is told too")
    func reuse() {
        var table = LinkTable()
        table.opened(5)
        _ = table.heard(1, over: 5)
        table.closed(5)
        table.opened(5)
        #expect(table.heard(2, over: 5))
        #expect(table.takeClosed() == [1])
        #expect(table.isOpen(2))
        table.closed(5)
        #expect(table.takeClosed() == [2])
    }

    @Test("a link that is heard only after its end, when another has its descriptor, yields to that one")
    func late() {
        var table = LinkTable()
        // Connection 1 came and went over 5 before anything of it was read; 2 has 5 now.
        table.opened(5)
        table.closed(5)
        table.opened(5)
        #expect(table.heard(1, over: 5))
        #expect(table.heard(2, over: 5))
        #expect(table.takeClosed() == [1])
        table.closed(5)
        #expect(table.takeClosed() == [2])
    }

    @Test("the older link never takes the newer one's descriptor, even where numbers wrap around")
    func older() {
        var table = LinkTable()
        table.opened(5)
        table.closed(5)
        table.opened(5)
        #expect(table.heard(0, over: 5))
        #expect(!table.heard(.max, over: 5))
        #expect(table.takeClosed() == [.max])
        #expect(table.isOpen(0))
    }

    @Test("a link whose connection is over when it is first heard is over")
    func over() {
        var table = LinkTable()
        table.opened(5)
        table.closed(5)
        #expect(!table.heard(1, over: 5))
        #expect(table.takeClosed() == [1])
    }

    @Test("an unreachable link is told once, and its descriptor tells nothing more")
    func unreachable() {
        var table = LinkTable()
        table.opened(5)
        _ = table.heard(1, over: 5)
        table.unreachable(1)
        table.unreachable(1)
        table.closed(5)
        #expect(table.takeClosed() == [1])
    }

    @Test(
        "whatever comes and goes, every end is told exactly once, after everything that came before it",
        arguments: 1...200 as ClosedRange<UInt64>)
    func anySchedule(_ seed: UInt64) {
        var schedule = ConnectionSchedule(seed: seed)
        schedule.run(steps: 2_000)
        #expect(schedule.violations == [], "seed \(seed)")
        #expect(schedule.reuses > 0)
        #expect(schedule.told > 0)
    }
}
