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

    @Test("is told of nodes that came back though what waited behind them is asked for no longer")
    func withdrawn() {
        let (some, all) = (NodeCoverage(live: 1, stale: 0, missing: 1), NodeCoverage(live: 2, stale: 0, missing: 0))
        var subscriber = Subscriber()
        for id in 1...2 as ClosedRange<UInt32> {
            let asked = SubscribeFrame(id: id, patterns: [], standpoint: .here, coverage: true, after: nil)
            subscriber.interests.append(Subscriber.Interest(asked: asked, frame: asked, isReady: true))
        }
        subscriber.enqueueChange(0)
        subscriber.enqueueSynced(subscription: 2, replaces: false, revision: 1)
        subscriber.beginTelling(of: some)
        _ = subscriber.pop()
        #expect(subscriber.nodesTold(of: all) == some)
        subscriber.endTelling(of: all)
        subscriber.end(subscription: 2)
        #expect(subscriber.isIdle && subscriber.hasNews)
        subscriber.beginTelling(of: all)
        #expect(subscriber.nodesTold(of: all) == all)
        subscriber.endTelling(of: all)
        #expect(!subscriber.hasNews)
    }
}
