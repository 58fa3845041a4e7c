import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceTree

@Suite("A subscriber that does not read")
struct SubscriberTests {
    @Test("has each key wait for it once, whatever happens how often, and is told all of it (N7)", arguments: 1...50)
    func boundedByKeys(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let keys = try (0..<20).map { try Key("k\($0)") }
        var subscriber = Subscriber()
        var changed: Set<Int32> = []
        var forgotten: Set<Key> = []
        for _ in 0..<2000 {
            let place = Int(random.next() % 20)
            switch random.next() % 8 {
            case 0:
                subscriber.enqueueForgotten(keys[place])
                forgotten.insert(keys[place])
            case 1:
                switch subscriber.pop() {
                case .change(let index): changed.remove(index)
                case .forgotten(let key): forgotten.remove(key)
                default: break
                }
            default:
                subscriber.enqueueChange(Int32(place))
                changed.insert(Int32(place))
            }
        }
        var waiting: [Subscriber.Item] = []
        while let item = subscriber.pop() { waiting.append(item) }
        #expect(waiting.count == changed.count + forgotten.count)
        #expect(Set(waiting) == Set(changed.map { .change($0) } + forgotten.map { .forgotten($0) }))
        #expect(subscriber.isIdle)
    }
}
