import PreferenceTestSupport
import ServiceRuntime
import Testing

@Suite("Timers")
struct TimersTests {
    @Test(
        "any mixture of setting, moving, cancelling and taking agrees with a plain list",
        arguments: 1...50 as ClosedRange<UInt64>)
    func againstList(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var timers = Timers<Int>()
        var list: [(name: Int, at: Int64)] = []
        var now: Int64 = 0
        var taken = 0
        for _ in 0..<2_000 {
            let name = Int(random.next() % 20)
            switch random.next() % 4 {
            case 0, 1:
                let at = now + Int64(random.next() % 100)
                timers.set(name, at: MonotonicInstant(nanoseconds: at))
                list.removeAll { $0.name == name }
                list.append((name, at))
            case 2:
                timers.cancel(name)
                list.removeAll { $0.name == name }
            default:
                now += Int64(random.next() % 30)
                while let due = timers.takeDue(MonotonicInstant(nanoseconds: now)) {
                    // The first of the least, as equal deadlines keep the order they were set in.
                    let least = list.min { $0.at < $1.at }
                    #expect(least?.name == due)
                    list.removeAll { $0.name == due }
                    taken += 1
                }
                #expect(list.allSatisfy { $0.at > now })
            }
            #expect(timers.next()?.nanoseconds == list.map(\.at).min())
            #expect(timers.count == list.count)
        }
        #expect(taken > 50)
    }
}
