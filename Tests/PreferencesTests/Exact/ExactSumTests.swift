import PreferenceTestSupport
import Preferences
import Testing

@Suite("Exact sums against exact rationals")
struct ExactSumTests {
    private func lowered(_ number: ExactNumber) -> Double?? {
        switch number.loweredFloat() {
        case .value(.float(let value)): .some(value)
        case .overflow: .some(nil)
        default: nil
        }
    }

    @Test("a sum of any binary64 numbers is the exact sum, rounded once", arguments: 0..<120 as Range<UInt64>)
    func sumOfDoubles(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values = (0..<Int.random(in: 1...40, using: &random)).map { _ in random.finiteDouble() }
        let exact = values.map { Rational($0) }.reduce(Rational(0.0), +)
        let number = values.map { ExactNumber($0) }.reduce(.zero, +)
        let result = try #require(lowered(number))
        #expect(exact.accepts(result))
    }

    @Test("the order and the grouping of a sum never change its number", arguments: 0..<100 as Range<UInt64>)
    func orderAndGrouping(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var values = (0..<20).map { _ in
            random.chance(1, in: 4)
                ? ExactNumber(Int64.random(in: .min ... .max, using: &random))
                : random.chance(1, in: 20) ? ExactNumber(Double.infinity) : ExactNumber(random.finiteDouble())
        }
        let expected = values.reduce(.zero, +)
        values.shuffle(using: &random)
        var groups = values
        while groups.count > 1 {
            let index = Int.random(in: 0..<(groups.count - 1), using: &random)
            groups[index] = groups[index] + groups[index + 1]
            groups.remove(at: index + 1)
        }
        #expect(groups == [expected])
        #expect(groups[0].hashValue == expected.hashValue)
    }

    @Test("taking contributions out of an accumulator leaves the sum of the rest", arguments: 0..<100 as Range<UInt64>)
    func accumulator(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var total = ExactAccumulator()
        var present: [ExactNumber] = []
        for _ in 0..<100 {
            if !present.isEmpty, random.chance(2, in: 5) {
                let gone = present.remove(at: Int.random(in: 0..<present.count, using: &random))
                if let value = gone.exactDouble, random.chance(1, in: 2) {
                    total.subtract(value)
                } else if let value = gone.exactInt64, random.chance(1, in: 2) {
                    total.subtract(value)
                } else {
                    total.subtract(gone)
                }
            } else if random.chance(1, in: 3) {
                let value = Int64.random(in: .min ... .max, using: &random)
                total.add(value)
                present.append(ExactNumber(value))
            } else if random.chance(1, in: 10) {
                total.add(-Double.infinity)
                present.append(ExactNumber(-Double.infinity))
            } else if random.chance(1, in: 5), let some = present.randomElement(using: &random) {
                let wide = some + ExactNumber(random.finiteDouble())
                total.add(wide)
                present.append(wide)
            } else {
                let value = random.finiteDouble()
                total.add(value)
                present.append(ExactNumber(value))
            }
            #expect(total.value == present.reduce(.zero, +))
        }
        for number in present { total.subtract(number) }
        #expect(total.value == .zero)
    }

    @Test("integers cancel exactly, however far they leave their type")
    func integers() {
        let max = ExactNumber(Int64.max)
        let sum = max + ExactNumber(Int64(1))
        #expect(sum.loweredInt() == .overflow)
        #expect((sum + ExactNumber(Int64(-5))).loweredInt() == .value(.int(.max - 4)))
        #expect((sum - max).exactInt64 == 1)
        #expect((ExactNumber(Int64.min) - ExactNumber(Int64(0))).exactInt64 == .min)
        #expect((ExactNumber(Int64.min) - ExactNumber(Int64(1))).loweredInt() == .overflow)
        #expect((sum + sum + sum).isInteger)
    }

    @Test("0.1 ten times is 1.0")
    func tenths() {
        let sum = (0..<10).map { _ in ExactNumber(0.1) }.reduce(.zero, +)
        #expect(sum.loweredFloat() == .value(.float(1.0)))
        #expect(sum != ExactNumber(1.0))
    }

    @Test("1e308, 1 and −1e308 are 1.0 in every order")
    func cancellation() {
        let values = [1e308, 1, -1e308].map { ExactNumber($0) }
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let sum = order.map { values[$0] }.reduce(.zero, +)
            #expect(sum == ExactNumber(Int64(1)))
            #expect(sum.loweredFloat() == .value(.float(1.0)))
        }
    }

    @Test("a finite sum outside the type overflows; opposite infinities are undefined; one kind stays itself")
    func overflowAndInfinities() {
        let large = ExactNumber(1.5e308)
        #expect((large + large).loweredFloat() == .overflow)
        #expect((large + large + ExactNumber(-1.5e308)).loweredFloat() == .value(.float(1.5e308)))
        let infinity = ExactNumber(Double.infinity)
        let minus = ExactNumber(-Double.infinity)
        #expect((infinity + minus).loweredFloat() == .undefined)
        #expect((infinity + large + large).loweredFloat() == .value(.float(.infinity)))
        #expect((infinity + minus - minus).exactDouble == .infinity)
        #expect((infinity + infinity).exactDouble == nil)
        #expect((infinity + ExactNumber(1.0)).exactDouble == nil)
        #expect(infinity.loweredInt() == .undefined)
    }
}
