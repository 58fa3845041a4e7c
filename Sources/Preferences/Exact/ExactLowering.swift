extension ExactNumber {
    /// The sum of an int key.
    package func loweredInt() -> Lowered {
        switch form {
        case .int(let value): .value(.int(value))
        case .float, .wide: isInteger ? .overflow : .undefined
        }
    }

    /// The sum of a float key, rounded once to the nearest, ties to even.
    package func loweredFloat() -> Lowered {
        switch form {
        case .int(let value): .value(.float(Double(value)))
        case .float(let value): .value(.float(value))
        case .wide(let parts): parts.loweredInfinity ?? parts.lowered(dividedBy: 1)
        }
    }

    /// The sum divided by `count`, the exact quotient rounded once; no quotient is `undefined`.
    package func loweredMean(count: Int64) -> Lowered {
        guard count > 0 else { return .undefined }
        if count == 1 { return loweredFloat() }
        let parts = parts
        return parts.loweredInfinity ?? parts.lowered(dividedBy: count.magnitude)
    }
}

extension ExactParts {
    /// What the infinities alone decide; nil where there are none.
    fileprivate var loweredInfinity: Lowered? {
        switch (positiveInfinities != 0, negativeInfinities != 0) {
        case (true, true): .undefined
        case (true, false): .value(.float(.infinity))
        case (false, true): .value(.float(-.infinity))
        case (false, false): nil
        }
    }

    fileprivate func lowered(dividedBy divisor: UInt64) -> Lowered {
        var limbs = mantissa
        var weight = exponent
        var remainder: UInt64 = 0
        if divisor > 1 {
            // Two limbs more below leave at least 64 bits of quotient for every divisor of one limb.
            limbs = [0, 0] + limbs
            weight -= 128
            remainder = Magnitude.divide(&limbs, by: divisor)
        }
        guard let value = Magnitude.rounded(limbs, exponent: weight, sticky: remainder != 0) else { return .overflow }
        // A quotient too small for a subnormal is 0.0, never −0.0.
        return .value(.float(isNegative && value != 0 ? -value : value))
    }
}
