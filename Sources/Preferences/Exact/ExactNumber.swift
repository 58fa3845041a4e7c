/// The state of an exact sum: a finite binary number of any size, and how many +∞ and −∞ were added to it.
///
/// Addition never rounds and never overflows for what a tree can hold; a number is rounded once, where it is
/// lowered. Equality and hash are those of the number: each one has a single form.
package struct ExactNumber: Hashable, Sendable {
    /// The narrowest of the three that holds the number; so most cost no allocation.
    enum Form: Hashable, Sendable {
        case int(Int64)
        /// No integer that fits `int`. An infinity stands for itself alone.
        case float(Double)
        /// Fits neither.
        case wide(ExactParts)
    }

    let form: Form

    package static let zero = ExactNumber(Int64(0))

    package init(_ value: Int64) { form = .int(value) }

    private init(form: Form) { self.form = form }

    /// Takes a finite number or an infinity; passing NaN is a mistake of the caller.
    ///
    /// −0.0 is 0.
    package init(_ value: Double) {
        precondition(!value.isNaN, "an exact number cannot be NaN")
        if let whole = value.exactInt64 { form = .int(whole) } else { form = .float(value) }
    }

    /// Takes parts that came from outside; any number is allowed, narrow ones too.
    package init(_ parts: ExactParts) throws(ExactFault) {
        try parts.check()
        self.init(checked: parts)
    }

    /// `parts` are in unique form.
    init(checked parts: ExactParts) {
        guard parts.mantissa.count <= 1 else {
            self.init(form: .wide(parts))
            return
        }
        self.init(
            isNegative: parts.isNegative, magnitude: UInt128(parts.mantissa.first ?? 0), exponent: parts.exponent,
            positiveInfinities: parts.positiveInfinities, negativeInfinities: parts.negativeInfinities)
    }

    /// Chooses the form of ±magnitude × 2^exponent beside the infinities.
    init(
        isNegative: Bool, magnitude: UInt128, exponent: Int, positiveInfinities: Int64 = 0,
        negativeInfinities: Int64 = 0
    ) {
        let hasInfinity = positiveInfinities != 0 || negativeInfinities != 0
        guard magnitude != 0 else {
            switch (positiveInfinities, negativeInfinities) {
            case (0, 0): form = .int(0)
            case (1, 0): form = .float(.infinity)
            case (0, 1): form = .float(-.infinity)
            default:
                var parts = ExactParts()
                parts.positiveInfinities = positiveInfinities
                parts.negativeInfinities = negativeInfinities
                form = .wide(parts)
            }
            return
        }
        let zeros = magnitude.trailingZeroBitCount
        let mantissa = magnitude >> UInt128(zeros)
        let exponent = exponent + zeros
        let bits = 128 - mantissa.leadingZeroBitCount
        if !hasInfinity, exponent >= 0, bits + exponent <= 63 {
            let whole = Int64(mantissa << UInt128(exponent))
            form = .int(isNegative ? -whole : whole)
        } else if !hasInfinity, isNegative, mantissa == 1, exponent == 63 {
            form = .int(.min)
        } else if !hasInfinity, bits <= 53, bits + exponent <= 1024,
            let value = Magnitude.rounded([UInt64(mantissa)], exponent: exponent, sticky: false)
        {
            form = .float(isNegative ? -value : value)
        } else {
            let limbs = [UInt64(truncatingIfNeeded: mantissa), UInt64(truncatingIfNeeded: mantissa >> 64)]
            form = .wide(
                ExactParts(
                    isNegative: isNegative, exponent: exponent, mantissa: limbs[1] == 0 ? [limbs[0]] : limbs,
                    positiveInfinities: positiveInfinities, negativeInfinities: negativeInfinities))
        }
    }
}

extension ExactNumber {
    /// The number as an integer of 64 bits, if it is one.
    package var exactInt64: Int64? {
        if case .int(let value) = form { value } else { nil }
    }

    /// The number as one binary64, if it is one; an infinity only if it alone was added, once.
    package var exactDouble: Double? {
        switch form {
        case .int(let value): Double(exactly: value)
        case .float(let value): value
        case .wide: nil
        }
    }

    /// Whether the number is a finite integer.
    package var isInteger: Bool {
        switch form {
        case .int: true
        // Whatever has no fraction below 2^63 is an `int`.
        case .float(let value): value.isFinite && value.magnitude >= 0x1p63
        case .wide(let parts): parts.exponent >= 0 && !parts.hasInfinity
        }
    }

    /// The number taken apart, for the wire and the disk.
    package var parts: ExactParts {
        switch form {
        case .int(let value):
            guard value != 0 else { return ExactParts() }
            let zeros = value.trailingZeroBitCount
            return ExactParts(
                isNegative: value < 0, exponent: zeros, mantissa: [value.magnitude >> UInt64(zeros)])
        case .float(let value):
            guard value.isFinite else {
                var parts = ExactParts()
                if value > 0 { parts.positiveInfinities = 1 } else { parts.negativeInfinities = 1 }
                return parts
            }
            let (significand, weight) = value.magnitude.integerParts
            let zeros = significand.trailingZeroBitCount
            return ExactParts(
                isNegative: value < 0, exponent: weight + zeros, mantissa: [significand >> UInt64(zeros)])
        case .wide(let parts): return parts
        }
    }

    /// Whether the number may arrive from outside: see `ExactParts.check()`.
    package var isWithinLimits: Bool {
        guard case .wide(let parts) = form else { return true }
        do { try parts.check() } catch { return false }
        return true
    }
}

extension Double {
    /// The number as an integer, if it is one of 64 bits.
    ///
    /// `Int64(exactly:)` would need libm, which a pure target does not link.
    fileprivate var exactInt64: Int64? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let whole = Int64(self)
        return Double(whole) == self ? whole : nil
    }

    /// A finite magnitude as significand × 2^weight.
    @inline(__always)
    var integerParts: (significand: UInt64, weight: Int) {
        let field = Int(exponentBitPattern)
        // A subnormal has no hidden bit and the weight of the smallest normal.
        return field == 0
            ? (significandBitPattern, ExactParts.minimumExponent)
            : (significandBitPattern | 1 << 52, field - 1 + ExactParts.minimumExponent)
    }
}
