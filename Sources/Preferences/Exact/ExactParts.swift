/// An exact number taken apart: mantissa × 2^exponent with a sign, beside the infinities counted with it.
///
/// The form is unique, so that equal numbers have equal parts: the mantissa is odd and its top limb is not
/// zero; zero has no limbs, exponent 0 and no sign.
package struct ExactParts: Hashable, Sendable {
    package var isNegative = false
    /// The weight of the mantissa's lowest bit, as a power of two.
    package var exponent = 0
    /// The mantissa in 64-bit limbs, the lowest first.
    package var mantissa: [UInt64] = []
    package var positiveInfinities: Int64 = 0
    package var negativeInfinities: Int64 = 0

    package init() {}

    package init(
        isNegative: Bool, exponent: Int, mantissa: [UInt64], positiveInfinities: Int64 = 0,
        negativeInfinities: Int64 = 0
    ) {
        self.isNegative = isNegative
        self.exponent = exponent
        self.mantissa = mantissa
        self.positiveInfinities = positiveInfinities
        self.negativeInfinities = negativeInfinities
    }

    /// Where every finite binary64 lies: nothing is finer than its smallest subnormal.
    package static let minimumExponent = -1074
    /// A finite part that arrives is smaller than two to this power: 2^128 times the largest binary64.
    package static let magnitudeBits = 1152
    /// More infinities than any tree has sources; sums of such counts over all children stay far from 2^63.
    package static let maximumCount: Int64 = 1 << 40

    /// The power of two above the finite part: |finite| < 2^top.
    var top: Int { exponent + Magnitude.bitLength(mantissa) }

    var hasInfinity: Bool { positiveInfinities != 0 || negativeInfinities != 0 }

    /// Throws what is wrong with parts that came from outside.
    package func check() throws(ExactFault) {
        let counts = 0...ExactParts.maximumCount
        guard counts.contains(positiveInfinities), counts.contains(negativeInfinities) else { throw .infinityCount }
        guard let lowest = mantissa.first, let highest = mantissa.last else {
            guard exponent == 0, !isNegative else { throw .notUnique }
            return
        }
        guard lowest & 1 == 1, highest != 0 else { throw .notUnique }
        // The limb count is bounded before anything is computed from it or from the exponent.
        guard mantissa.count <= ExactAccumulator.limbCount, exponent >= ExactParts.minimumExponent,
            exponent < ExactParts.magnitudeBits, top <= ExactParts.magnitudeBits
        else { throw .outOfRange }
    }
}

/// Why parts are no exact number.
package enum ExactFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notUnique
    case outOfRange
    case infinityCount

    package var description: String {
        switch self {
        case .notUnique: "an exact number has an odd mantissa without leading zeros; zero has none"
        case .outOfRange: "an exact number is a multiple of 2^-1074 and smaller than 2^1152"
        case .infinityCount: "an exact number counts between 0 and 2^40 infinities of each sign"
        }
    }
}
