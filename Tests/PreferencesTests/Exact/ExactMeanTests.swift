import PreferenceTestSupport
import Preferences
import Testing

@Suite("Exact means against exact rationals")
struct ExactMeanTests {
    @Test("a mean is the exact quotient, rounded once", arguments: 0..<120 as Range<UInt64>)
    func quotient(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let small = random.chance(1, in: 3)
        let values = (0..<Int.random(in: 1...20, using: &random)).map { _ in
            small ? Double(bitPattern: random.next() & 0x8000_0000_0000_00FF) : random.finiteDouble()
        }
        var exact = values.map { Rational($0) }.reduce(Rational(0.0), +)
        exact.count = random.chance(1, in: 4) ? Int64.random(in: 1 ... .max, using: &random) : Int64(values.count)
        let mean = values.map { ExactNumber($0) }.reduce(.zero, +).loweredMean(count: exact.count)
        switch mean {
        case .value(.float(let value)): #expect(exact.accepts(value))
        case .overflow: #expect(exact.accepts(nil))
        default: Issue.record("a mean of finite numbers is \(mean)")
        }
    }

    @Test("a mean of integers is a float, even where their sum leaves the type")
    func integers() {
        let sum = ExactNumber(Int64.max) + ExactNumber(Int64.max)
        #expect(sum.loweredMean(count: 2) == .value(.float(0x1p63)))
        #expect(ExactNumber(Int64(15)).loweredMean(count: 2) == .value(.float(7.5)))
    }

    @Test("the mean of the two largest is the largest, and half the smallest rounds to 0.0")
    func edges() {
        let largest = ExactNumber(Double.greatestFiniteMagnitude)
        #expect((largest + largest).loweredMean(count: 2) == .value(.float(.greatestFiniteMagnitude)))
        #expect(ExactNumber(-Double.leastNonzeroMagnitude).loweredMean(count: 2) == .value(.float(0.0)))
        #expect(
            ExactNumber(3 * Double.leastNonzeroMagnitude).loweredMean(count: 2)
                == .value(.float(2 * Double.leastNonzeroMagnitude)))
    }

    @Test("a quotient just above a tie rounds up, although its first 128 bits show the tie alone")
    func aboveTie() {
        // A divisor of 2^110 − 1: one divided by it is an odd number of 54 bits × 2^−110 and a little more.
        var exact = Rational(Int64(1))
        exact.count = 140_668_911_638_240_403
        guard case .value(.float(let mean)) = ExactNumber(Int64(1)).loweredMean(count: exact.count) else {
            Issue.record("a mean of finite numbers is a float")
            return
        }
        #expect(exact.accepts(mean))
    }

    @Test("infinities carry over, opposite ones and an empty mean are undefined")
    func infinities() {
        let infinity = ExactNumber(Double.infinity)
        #expect((infinity + ExactNumber(1.0)).loweredMean(count: 2) == .value(.float(.infinity)))
        #expect((infinity - ExactNumber(1.0) + ExactNumber(-Double.infinity)).loweredMean(count: 3) == .undefined)
        #expect(ExactNumber(1.0).loweredMean(count: 0) == .undefined)
    }
}
