/// Arithmetic on unsigned numbers in 64-bit limbs, the lowest first.
enum Magnitude {
    static func bitLength(_ limbs: [UInt64]) -> Int {
        guard let index = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
        return index * 64 + 64 - limbs[index].leadingZeroBitCount
    }

    /// The 64 bits that begin at bit `start`; bits past the end are zero.
    static func word(_ limbs: [UInt64], at start: Int) -> UInt64 {
        let index = start >> 6
        let shift = start & 63
        let low = index < limbs.count ? limbs[index] : 0
        guard shift != 0 else { return low }
        let high = index + 1 < limbs.count ? limbs[index + 1] : 0
        return low >> UInt64(shift) | high << UInt64(64 - shift)
    }

    /// Whether a bit below `end` is set.
    static func hasBits(_ limbs: [UInt64], below end: Int) -> Bool {
        let whole = min(end >> 6, limbs.count)
        for index in 0..<whole where limbs[index] != 0 { return true }
        let rest = end & 63
        guard whole == end >> 6, whole < limbs.count, rest != 0 else { return false }
        return limbs[whole] << UInt64(64 - rest) != 0
    }

    /// Divides in place by one limb, from the top down, and returns the remainder.
    static func divide(_ limbs: inout [UInt64], by divisor: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        for index in limbs.indices.reversed() {
            let step = divisor.dividingFullWidth((remainder, limbs[index]))
            limbs[index] = step.quotient
            remainder = step.remainder
        }
        return remainder
    }

    /// Rounds limbs × 2^exponent to the nearest binary64, ties to even; nil when that is not finite.
    ///
    /// `sticky` says that the number is larger than the limbs tell, by less than their lowest bit; the limbs
    /// must then have more than 53 bits.
    static func rounded(_ limbs: [UInt64], exponent: Int, sticky: Bool) -> Double? {
        let length = bitLength(limbs)
        guard length > 0 else { return 0 }
        // The weight of the result's lowest bit: 53 bits below the top, or the subnormal floor.
        let weight = max(exponent + length - Double.significandBitCount - 1, ExactParts.minimumExponent)
        let dropped = weight - exponent
        var significand: UInt64
        if dropped <= 0 {
            significand = word(limbs, at: 0) << UInt64(-dropped)
        } else {
            significand = word(limbs, at: dropped)
            let half = word(limbs, at: dropped - 1) & 1 == 1
            if half && (sticky || significand & 1 == 1 || hasBits(limbs, below: dropped - 1)) { significand += 1 }
        }
        // A subnormal significand has no hidden bit, and a carry out of 53 bits runs into the exponent field:
        // in both cases plain addition gives the right bits.
        let biased = weight - ExactParts.minimumExponent
        guard biased <= 2046 else { return nil }
        let result = Double(bitPattern: UInt64(biased) << UInt64(Double.significandBitCount) + significand)
        return result.isFinite ? result : nil
    }
}
