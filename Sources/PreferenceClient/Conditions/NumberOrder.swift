import Preferences

/// Whether one number is below, equal to or above another.
enum NumberOrder {
    case below
    case equal
    case above

    /// Of an int and a float without rounding either; nil for NaN.
    static func compare(_ int: Int64, _ float: Double) -> NumberOrder? {
        if float.isNaN { return nil }
        // From here on the int lies within the float's reach: the bounds are floats exactly.
        if float >= 0x1p63 { return .below }
        if float < -0x1p63 { return .above }
        let whole = float.rounded(.towardZero)
        let truncated = Int64(whole)
        if int != truncated { return int < truncated ? .below : .above }
        return float == whole ? .equal : float > whole ? .below : .above
    }

    /// Of two numbers, or of two texts by their bytes; nil where there is no order.
    static func compare(_ left: Value, _ right: Value) -> NumberOrder? {
        switch (left, right) {
        case (.int(let left), .int(let right)): order(left, right)
        case (.float(let left), .float(let right)): left.isNaN || right.isNaN ? nil : order(left, right)
        case (.int(let left), .float(let right)): compare(left, right)
        case (.float(let left), .int(let right)): compare(right, left)?.reversed
        case (.text(let left), .text(let right)):
            Bytewise.equal(left, right) ? .equal : Bytewise.precedes(left, right) ? .below : .above
        default: nil
        }
    }

    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> NumberOrder {
        left < right ? .below : left == right ? .equal : .above
    }

    private var reversed: NumberOrder {
        switch self {
        case .below: .above
        case .equal: .equal
        case .above: .below
        }
    }
}
