import PreferenceDaemon
import Testing

@Suite("Which link came over which descriptor")
struct LinkTableTests {
    @Test("a link ends with its descriptor, once")
    func plain() {
        var table = LinkTable()
        table.opened(5)
        #expect(table.openCount == 1)
        let answer1 = table.heard(1, over: 5)
        #expect(answer1)
        #expect(table.isOpen(1))
        table.closed(5)
        #expect(!table.isOpen(1))
        #expect(table.isKnown(1))
        let answer2 = table.takeClosed()
        #expect(answer2 == [1])
        #expect(!table.isKnown(1))
        table.closed(5)
        let answer3 = table.takeClosed()
        #expect(answer3 == [])
        #expect(table.openCount == 0)
    }

    @Test("a descriptor that is used again ends the link it had, and the new link's end is told too")
    func reuse() {
        var table = LinkTable()
        table.opened(5)
        _ = table.heard(1, over: 5)
        table.closed(5)
        table.opened(5)
        let answer4 = table.heard(2, over: 5)
        #expect(answer4)
        let answer5 = table.takeClosed()
        #expect(answer5 == [1])
        #expect(table.isOpen(2))
        table.closed(5)
        let answer6 = table.takeClosed()
        #expect(answer6 == [2])
    }

    @Test("a link that is heard only after its end, when another has its descriptor, yields to that one")
    func late() {
        var table = LinkTable()
        // Connection 1 came and went over 5 before anything of it was read; 2 has 5 now.
        table.opened(5)
        table.closed(5)
        table.opened(5)
        let answer7 = table.heard(1, over: 5)
        #expect(answer7)
        let answer8 = table.heard(2, over: 5)
        #expect(answer8)
        let answer9 = table.takeClosed()
        #expect(answer9 == [1])
        table.closed(5)
        let answer10 = table.takeClosed()
        #expect(answer10 == [2])
    }

    @Test("the older link never takes the newer one's descriptor, even where numbers wrap around")
    func older() {
        var table = LinkTable()
        table.opened(5)
        table.closed(5)
        table.opened(5)
        let answer11 = table.heard(0, over: 5)
        #expect(answer11)
        let answer12 = table.heard(.max, over: 5)
        #expect(!answer12)
        let answer13 = table.takeClosed()
        #expect(answer13 == [.max])
        #expect(table.isOpen(0))
    }

    @Test("a link that may be one that ended before it was heard is probed, and only the probe's answer ends it")
    func doubtful() {
        var table = LinkTable()
        // Of two connections over 5 one has spoken, and the other is silent: nobody can tell which.
        table.opened(5)
        table.closed(5)
        table.opened(5)
        let isOpen = table.heard(1, over: 5)
        #expect(isOpen)
        #expect(table.isAnythingDue)
        let closed = table.takeClosed()
        #expect(closed == [])
        let probed = table.takeDoubtful()
        #expect(probed == [1])
        let again = table.takeDoubtful()
        #expect(again == [])
        #expect(table.isOpen(1))
        table.unreachable(1)
        let ended = table.takeClosed()
        #expect(ended == [1])
        // The silent one speaks, and there is no doubt: everything from before has been read.
        _ = table.heard(2, over: 5)
        #expect(!table.isAnythingDue)
        #expect(table.isOpen(2))
    }

    @Test("a link whose connection is over when it is first heard is over")
    func over() {
        var table = LinkTable()
        table.opened(5)
        table.closed(5)
        let answer14 = table.heard(1, over: 5)
        #expect(!answer14)
        let answer15 = table.takeClosed()
        #expect(answer15 == [1])
    }

    @Test("an unreachable link is told once, and its descriptor tells nothing more")
    func unreachable() {
        var table = LinkTable()
        table.opened(5)
        _ = table.heard(1, over: 5)
        table.unreachable(1)
        table.unreachable(1)
        table.closed(5)
        let answer16 = table.takeClosed()
        #expect(answer16 == [1])
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
        #expect(schedule.probed > 0)
    }
}
