/// A running exact total, to which contributions are added and from which they are taken out again.
///
/// A fixed-point number in two's complement that spans every binary64 with room for 2^76 of the largest number
/// that may arrive (Kulisch's long accumulator). Adding one binary64 touches the two limbs it overlaps, and more
/// only while a carry runs. Until something other than an integer is added there are no limbs; they are allocated
/// once.
package struct ExactAccumulator: Sendable {
    /// 2304 bits, 2^−1074 to 2^1228 and the sign.
    static let limbCount = 36

    /// The total while `limbs` is empty; 2^64 integers fit.
    private var integers: Int128 = 0
    private var limbs: [UInt64] = []
    private var positiveInfinities: Int64 = 0
    private var negativeInfinities: Int64 = 0

    package init() {}

    /// Where the weight 2^0 lies, in bits from the bottom.
    private static let unit = -ExactParts.minimumExponent

    package mutating func add(_ value: Int64) {
        if limbs.isEmpty {
            integers &+= Int128(value)
        } else {
            add(value.magnitude, at: Self.unit, negative: value < 0)
        }
    }

    package mutating func subtract(_ value: Int64) {
        if limbs.isEmpty {
            integers &-= Int128(value)
        } else {
            add(value.magnitude, at: Self.unit, negative: value >= 0)
        }
    }

    /// `value` is not NaN.
    package mutating func add(_ value: Double) { add(value, negated: false) }

    /// `value` is not NaN.
    package mutating func subtract(_ value: Double) { add(value, negated: true) }

    package mutating func add(_ number: ExactNumber) { add(number, negated: false) }
    package mutating func subtract(_ number: ExactNumber) { add(number, negated: true) }

    /// Takes `old` out and adds `new`; neither is NaN.
    package mutating func replace(_ old: Double, with new: Double) {
        guard old.isFinite, new.isFinite, !limbs.isEmpty else {
            subtract(old)
            add(new)
            return
        }
        var span = limbs.mutableSpan
        let (taken, added) = (old.integerParts, new.integerParts)
        span.add(taken.significand, at: taken.weight &+ Self.unit, negative: old.sign == .plus)
        span.add(added.significand, at: added.weight &+ Self.unit, negative: new.sign == .minus)
    }

    private mutating func add(_ value: Double, negated: Bool) {
        guard value.isFinite else {
            count(&positiveInfinities, value > 0 ? 1 : 0, negated)
            count(&negativeInfinities, value < 0 ? 1 : 0, negated)
            return
        }
        if limbs.isEmpty { widen() }
        let (significand, weight) = value.integerParts
        add(significand, at: weight &+ Self.unit, negative: (value.sign == .minus) != negated)
    }

    private mutating func add(_ number: ExactNumber, negated: Bool) {
        switch number.form {
        case .int(let value): if negated { subtract(value) } else { add(value) }
        case .float(let value): add(value, negated: negated)
        case .wide(let parts):
            count(&positiveInfinities, parts.positiveInfinities, negated)
            count(&negativeInfinities, parts.negativeInfinities, negated)
            if parts.mantissa.isEmpty { return }
            if limbs.isEmpty { widen() }
            var bit = parts.exponent + Self.unit
            for limb in parts.mantissa {
                add(limb, at: bit, negative: parts.isNegative != negated)
                bit += 64
            }
        }
    }

    private func count(_ counter: inout Int64, _ change: Int64, _ negated: Bool) {
        counter = negated ? counter &- change : counter &+ change
    }

    /// Goes over from the integer to the limbs.
    @inline(never)
    private mutating func widen() {
        limbs = [UInt64](repeating: 0, count: Self.limbCount)
        let magnitude = integers.magnitude
        add(UInt64(truncatingIfNeeded: magnitude), at: Self.unit, negative: integers < 0)
        add(UInt64(truncatingIfNeeded: magnitude >> 64), at: Self.unit + 64, negative: integers < 0)
        integers = 0
    }

    private mutating func add(_ word: UInt64, at bit: Int, negative: Bool) {
        var span = limbs.mutableSpan
        span.add(word, at: bit, negative: negative)
    }
}

extension ExactAccumulator {
    /// The total in its unique form.
    package var value: ExactNumber {
        guard let lowest = limbs.firstIndex(where: { $0 != 0 }), let top = limbs.last else {
            return ExactNumber(
                isNegative: integers < 0, magnitude: integers.magnitude, exponent: 0,
                positiveInfinities: positiveInfinities, negativeInfinities: negativeInfinities)
        }
        let isNegative = Int64(bitPattern: top) < 0
        let sign: UInt64 = isNegative ? .max : 0
        // Above the lowest limb that is not zero, negation in two's complement is complement.
        let highest = limbs.lastIndex { $0 != sign }.map { max($0, lowest) } ?? lowest
        let bottom = isNegative ? 0 &- limbs[lowest] : limbs[lowest]
        let weight = lowest * 64 - Self.unit
        if highest <= lowest + 1 {
            let above = highest == lowest ? 0 : limbs[highest] ^ sign
            return ExactNumber(
                isNegative: isNegative, magnitude: UInt128(above) << 64 | UInt128(bottom), exponent: weight,
                positiveInfinities: positiveInfinities, negativeInfinities: negativeInfinities)
        }
        let zeros = bottom.trailingZeroBitCount
        var mantissa = [UInt64]()
        mantissa.reserveCapacity(highest - lowest + 1)
        var word = bottom
        for index in lowest..<highest {
            let next = limbs[index + 1] ^ sign
            mantissa.append(word >> UInt64(zeros) | next << UInt64(64 - zeros))
            word = next
        }
        if word >> UInt64(zeros) != 0 { mantissa.append(word >> UInt64(zeros)) }
        return ExactNumber(
            checked: ExactParts(
                isNegative: isNegative, exponent: weight + zeros, mantissa: mantissa,
                positiveInfinities: positiveInfinities, negativeInfinities: negativeInfinities))
    }
}
