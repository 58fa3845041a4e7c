import PreferenceTestSupport
import Preferences
import Testing

@Suite("Exact numbers taken apart")
struct ExactPartsTests {
    @Test("every number comes back from its parts", arguments: 0..<100 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var number = random.chance(1, in: 4) ? ExactNumber(Int64.random(in: .min ... .max, using: &random)) : .zero
        for _ in 0..<Int.random(in: 0...4, using: &random) { number = number + ExactNumber(random.finiteDouble()) }
        for _ in 0..<Int.random(in: 0...2, using: &random) { number = number + ExactNumber(Double.infinity) }
        let parts = number.parts
        let back = try ExactNumber(parts)
        #expect(back == number)
        #expect(back.parts == parts)
        #expect(number.isWithinLimits)
        if let value = number.exactDouble { #expect(ExactNumber(value) == number) }
        if let value = number.exactInt64 { #expect(ExactNumber(value) == number) }
    }

    @Test("an integer and a float of the same number are equal, and −0.0 is zero")
    func oneForm() {
        #expect(ExactNumber(Int64(3)) == ExactNumber(3.0))
        #expect(ExactNumber(-0.0) == .zero)
        #expect(ExactNumber(0x1p63) == ExactNumber(Int64.max) + ExactNumber(Int64(1)))
        #expect(ExactNumber(-0x1p63).exactInt64 == .min)
        #expect(ExactNumber(Int64.max).exactDouble == nil)
    }

    @Test(
        "parts that are not the number's own are refused",
        arguments: [
            (ExactParts(isNegative: false, exponent: 0, mantissa: [2]), ExactFault.notUnique),
            (ExactParts(isNegative: false, exponent: 0, mantissa: [0, 1]), .notUnique),
            (ExactParts(isNegative: false, exponent: 0, mantissa: [1, 0]), .notUnique),
            (ExactParts(isNegative: true, exponent: 0, mantissa: []), .notUnique),
            (ExactParts(isNegative: false, exponent: 1, mantissa: []), .notUnique),
            (ExactParts(isNegative: false, exponent: -1075, mantissa: [1]), .outOfRange),
            (ExactParts(isNegative: false, exponent: 1152, mantissa: [1]), .outOfRange),
            (ExactParts(isNegative: true, exponent: 1151, mantissa: [3]), .outOfRange),
            (ExactParts(isNegative: false, exponent: .max, mantissa: [1]), .outOfRange),
            (ExactParts(isNegative: false, exponent: .min, mantissa: [1]), .outOfRange),
            (ExactParts(isNegative: false, exponent: 0, mantissa: Array(repeating: 1, count: 37)), .outOfRange),
            (ExactParts(isNegative: false, exponent: 0, mantissa: [], positiveInfinities: -1), .infinityCount),
            (ExactParts(isNegative: false, exponent: 0, mantissa: [], negativeInfinities: .max), .infinityCount),
        ])
    func refused(parts: ExactParts, fault: ExactFault) {
        #expect(throws: fault) { try ExactNumber(parts) }
    }

    @Test("the largest parts that are allowed add up without loss")
    func largest() throws {
        let top = try ExactNumber(ExactParts(isNegative: false, exponent: 1151, mantissa: [1]))
        let fine = try ExactNumber(ExactParts(isNegative: true, exponent: -1074, mantissa: [1]))
        var total = ExactAccumulator()
        for _ in 0..<1_000 { total.add(top) }
        total.add(fine)
        let sum = total.value
        #expect(sum.loweredFloat() == .overflow)
        #expect(!sum.isWithinLimits)
        for _ in 0..<1_000 { total.subtract(top) }
        #expect(total.value == fine)
        #expect(fine.exactDouble == -Double.leastNonzeroMagnitude)
        #expect(sum - fine - fine + fine == (0..<1_000).reduce(ExactNumber.zero) { sum, _ in sum + top })
    }
}
