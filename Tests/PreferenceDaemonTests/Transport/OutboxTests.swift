import PreferenceDaemon
import Testing

@Suite("Frames that a peer did not take yet")
struct OutboxTests {
    @Test("first in, first out, from where the peer stopped taking")
    func order() {
        var outbox = Outbox()
        for number in 0..<6 as Range<UInt8> {
            let answer1 = outbox.append([number])
            #expect(answer1)
        }
        var taken: [UInt8] = []
        let stop = outbox.drain { frame -> Bool? in
            if taken.count == 4 { return true }
            taken += frame
            return nil
        }
        #expect(stop == true)
        #expect(taken == [0, 1, 2, 3])
        #expect(outbox.count == 2)
        let answer2 = outbox.append([6])
        #expect(answer2)
        let end = outbox.drain { frame -> Bool? in
            taken += frame
            return nil
        }
        #expect(end == nil)
        #expect(taken == [0, 1, 2, 3, 4, 5, 6])
        #expect(outbox.isEmpty)
        #expect(outbox.bytes == 0)
    }

    @Test("neither frames nor bytes grow beyond their bounds")
    func bounds() {
        var many = Outbox()
        let fitting = (0..<Outbox.maximumFrames).map { _ in many.append([1]) }
        let oneMore = many.append([1])
        #expect(!fitting.contains(false))
        #expect(!oneMore)
        var large = Outbox()
        let quarter = [UInt8](repeating: 0, count: Outbox.maximumBytes / 4)
        let quarters = (0..<4).map { _ in large.append(quarter) }
        let tooMuch = large.append([1])
        #expect(!quarters.contains(false))
        #expect(!tooMuch)
        #expect(large.count == 4)
    }
}
