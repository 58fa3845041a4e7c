import PreferenceDaemon
import Testing

@Suite("Frames that a peer did not take yet")
struct OutboxTests {
    @Test("first in, first out, from where the peer stopped taking")
    func order() {
        var outbox = Outbox()
        for number in 0..<6 as Range<UInt8> { #expect(outbox.append([number])) }
        var taken: [UInt8] = []
        let stop = outbox.drain { frame -> Bool? in
            if taken.count == 4 { return true }
            taken += frame
            return nil
        }
        #expect(stop == true)
        #expect(taken == [0, 1, 2, 3])
        #expect(outbox.count == 2)
        #expect(outbox.append([6]))
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
        for _ in 0..<Outbox.maximumFrames { #expect(many.append([1])) }
        #expect(!many.append([1]))
        var large = Outbox()
        let quarter = [UInt8](repeating: 0, count: Outbox.maximumBytes / 4)
        for _ in 0..<4 { #expect(large.append(quarter)) }
        #expect(!large.append([1]))
        #expect(large.count == 4)
    }
}
