/// An integer of any size, written for the oracle alone: sign and 32-bit digits, schoolbook arithmetic.
struct BigInteger: Equatable {
    private(set) var isNegative = false
    /// The lowest first, none on top that is zero; zero has no digits and no sign.
    private(set) var digits: [UInt32] = []

    init(_ value: Int64) {
        isNegative = value < 0
        digits = [UInt32(truncatingIfNeeded: value.magnitude), UInt32(truncatingIfNeeded: value.magnitude >> 32)]
        trim()
    }

    private init(isNegative: Bool, digits: [UInt32]) {
        self.isNegative = isNegative
        self.digits = digits
        trim()
    }

    private mutating func trim() {
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { isNegative = false }
    }

    var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
    var magnitude: BigInteger { BigInteger(isNegative: false, digits: digits) }

    static prefix func - (value: BigInteger) -> BigInteger {
        BigInteger(isNegative: !value.isNegative, digits: value.digits)
    }

    static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        if left.isNegative == right.isNegative {
            return BigInteger(isNegative: left.isNegative, digits: sum(left.digits, right.digits))
        }
        return isLess(left.digits, right.digits)
            ? BigInteger(isNegative: right.isNegative, digits: difference(right.digits, left.digits))
            : BigInteger(isNegative: left.isNegative, digits: difference(left.digits, right.digits))
    }

    static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

    static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        var digits = [UInt32](repeating: 0, count: left.digits.count + right.digits.count)
        for (i, a) in left.digits.enumerated() {
            var carry: UInt64 = 0
            for (j, b) in right.digits.enumerated() {
                let value = UInt64(a) * UInt64(b) + UInt64(digits[i + j]) + carry
                digits[i + j] = UInt32(truncatingIfNeeded: value)
                carry = value >> 32
            }
            digits[i + right.digits.count] = UInt32(carry)
        }
        return BigInteger(isNegative: left.isNegative != right.isNegative, digits: digits)
    }

    static func power(ofTwo exponent: Int) -> BigInteger {
        BigInteger(isNegative: false, digits: Array(repeating: 0, count: exponent / 32) + [1 << UInt32(exponent % 32)])
    }

    private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var carry: UInt64 = 0
        for index in 0..<max(left.count, right.count) {
            let a = index < left.count ? UInt64(left[index]) : 0
            let b = index < right.count ? UInt64(right[index]) : 0
            result.append(UInt32(truncatingIfNeeded: a + b + carry))
            carry = (a + b + carry) >> 32
        }
        return result + [UInt32(carry)]
    }

    private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var borrow: Int64 = 0
        for index in left.indices {
            var value = Int64(left[index]) - (index < right.count ? Int64(right[index]) : 0) - borrow
            borrow = value < 0 ? 1 : 0
            if value < 0 { value += 1 << 32 }
            result.append(UInt32(value))
        }
        return result
    }

    private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        for index in left.indices.reversed() where left[index] != right[index] { return left[index] < right[index] }
        return false
    }
}

/// The oracle: numerator / (2^1074 × count), so that every binary64 and every mean is exact.
struct Rational {
    private static let scale = BigInteger.power(ofTwo: 1074)

    var numerator: BigInteger
    var count: Int64 = 1

    init(_ value: Int64) { numerator = BigInteger(value) * Rational.scale }

    /// `value` is finite.
    init(_ value: Double) {
        let significand = Int64(value.significandBitPattern) + (value.isNormal ? 1 << 52 : 0)
        let exponent = value.isNormal ? Int(value.exponentBitPattern) - 1 : 0
        let magnitude = BigInteger(significand) * BigInteger.power(ofTwo: exponent)
        numerator = value.sign == .minus ? -magnitude : magnitude
    }

    static func + (left: Rational, right: Rational) -> Rational {
        var sum = left
        sum.numerator = left.numerator + right.numerator
        return sum
    }

    /// What lowering must give: the nearest binary64, on a tie the even one; past the largest by half a step, overflow.
    func accepts(_ lowered: Double?) -> Bool {
        let divisor = BigInteger(count)
        func distance(to scaled: BigInteger) -> BigInteger { (numerator - scaled * divisor).magnitude }
        // One step above the largest binary64 is 2^1024.
        let limit = BigInteger.power(ofTwo: 1024 + 1074)
        guard let lowered else {
            let largest = Rational(Double.greatestFiniteMagnitude).numerator
            let magnitude = numerator.magnitude
            return ((magnitude - limit * divisor).magnitude - (magnitude - largest * divisor).magnitude).sign <= 0
        }
        guard lowered.isFinite, !(lowered == 0 && lowered.sign == .minus) else { return false }
        let error = distance(to: Rational(lowered).numerator)
        let even = lowered.bitPattern & 1 == 0
        for neighbour in [lowered.nextUp, lowered.nextDown] {
            let scaled = neighbour.isFinite ? Rational(neighbour).numerator : neighbour > 0 ? limit : -limit
            let order = (error - distance(to: scaled)).sign
            if order > 0 || (order == 0 && !even) { return false }
        }
        return true
    }
}
