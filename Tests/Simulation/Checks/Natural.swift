/// A natural number of any size in units of 2^−1074: what the oracle adds and compares, and nothing else.
struct Natural {
    /// The lowest first.
    private var digits: [UInt32] = []

    /// A finite magnitude.
    init(_ value: Double) {
        let exponent = value.exponentBitPattern
        add(value.significandBitPattern | (exponent == 0 ? 0 : 1 << 52), shifted: exponent == 0 ? 0 : Int(exponent) - 1)
    }

    init(_ value: UInt64) { add(value, shifted: 1074) }

    init(powerOfTwo exponent: Int) { add(1, shifted: exponent + 1074) }

    private mutating func add(_ value: UInt64, shifted bits: Int) {
        let (place, rest) = (bits / 32, UInt64(bits % 32))
        let wide = UInt128(value) << UInt128(rest)
        digits += Array(repeating: 0, count: max(0, place + 4 - digits.count))
        for offset in 0..<4 { digits[place + offset] = UInt32(truncatingIfNeeded: wide >> UInt128(32 * offset)) }
    }

    static func + (left: Natural, right: Natural) -> Natural {
        var (long, short) = left.digits.count < right.digits.count ? (right, left) : (left, right)
        var carry: UInt64 = 0
        for place in long.digits.indices {
            let sum =
                UInt64(long.digits[place]) + (place < short.digits.count ? UInt64(short.digits[place]) : 0) + carry
            long.digits[place] = UInt32(truncatingIfNeeded: sum)
            carry = sum >> 32
        }
        if carry != 0 { long.digits.append(UInt32(carry)) }
        short.digits.removeAll()
        return long
    }

    static func * (left: Natural, factor: UInt32) -> Natural {
        var product = left
        var carry: UInt64 = 0
        for place in product.digits.indices {
            let digit = UInt64(product.digits[place]) * UInt64(factor) + carry
            product.digits[place] = UInt32(truncatingIfNeeded: digit)
            carry = digit >> 32
        }
        if carry != 0 { product.digits.append(UInt32(carry)) }
        return product
    }

    /// −1, 0 or 1.
    func compared(to other: Natural) -> Int {
        for place in (0..<max(digits.count, other.digits.count)).reversed() {
            let left = place < digits.count ? digits[place] : 0
            let right = place < other.digits.count ? other.digits[place] : 0
            if left != right { return left < right ? -1 : 1 }
        }
        return 0
    }
}

/// The exact rational (Σ gains − Σ losses) / count.
struct Rational {
    private var gains = Natural(0 as UInt64)
    private var losses = Natural(0 as UInt64)
    private(set) var count: UInt32 = 0
    private var rises = 0
    private var falls = 0

    mutating func add(_ value: Int64) {
        count += 1
        if value < 0 { losses = losses + Natural(value.magnitude) } else { gains = gains + Natural(value.magnitude) }
    }

    mutating func add(_ value: Double) {
        count += 1
        guard value.isFinite else {
            if value > 0 { rises += 1 } else { falls += 1 }
            return
        }
        if value < 0 { losses = losses + Natural(-value) } else { gains = gains + Natural(value) }
    }

    /// Whether `value` is the whole sum as an integer; nil: whether the sum is outside 64 bits.
    func isSum(_ value: Int64?) -> Bool {
        if let value {
            let magnitude = Natural(value.magnitude)
            return (value < 0 ? gains + magnitude : gains)
                .compared(to: value < 0 ? losses : losses + magnitude) == 0
        }
        return gains.compared(to: losses + Natural(powerOfTwo: 63)) >= 0
            || losses.compared(to: gains + Natural(powerOfTwo: 63)) > 0
    }

    /// Whether `value` is the sum, or where `mean` the quotient, correctly rounded; nil: it cannot be lowered.
    func rounds(to value: Double?, mean: Bool) -> Bool {
        let divisor = mean ? count : 1
        if rises + falls > 0 {
            return rises == 0 || falls == 0 ? value == (rises > 0 ? .infinity : -.infinity) : value == nil
        }
        guard let value else {
            return side(of: .greatestFiniteMagnitude, .infinity, divisor) >= 0
                || side(of: -.greatestFiniteMagnitude, -.infinity, divisor) <= 0
        }
        guard value.isFinite, !(value == 0 && value.sign == .minus) else { return false }
        let (below, above) = (side(of: value.nextDown, value, divisor), side(of: value, value.nextUp, divisor))
        let isEven = value.bitPattern & 1 == 0
        return isEven ? below >= 0 && above <= 0 : below > 0 && above < 0
    }

    /// On which side of the middle between two neighbours the number lies; an infinity stands for 2^1024.
    private func side(of first: Double, _ second: Double, _ divisor: UInt32) -> Int {
        var (left, right) = (gains * 2, losses * 2)
        for value in [first, second] {
            let magnitude = (value.isFinite ? Natural(value.magnitude) : Natural(powerOfTwo: 1024)) * divisor
            if value < 0 { left = left + magnitude } else { right = right + magnitude }
        }
        return left.compared(to: right)
    }
}
