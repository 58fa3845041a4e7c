/// A number in two's complement over 64-bit limbs, the lowest first, changed in place.
extension MutableSpan<UInt64> {
    /// Adds ±word × 2^bit, counted from the bottom; what lies above the top limb is lost.
    @inline(__always)
    mutating func add(_ word: UInt64, at bit: Int, negative: Bool) {
        let shift = UInt64(truncatingIfNeeded: bit & 63)
        let low = word &<< shift
        // In two steps, for a shift by 64 is none.
        let high = (word &>> 1) &>> (63 &- shift)
        if negative { subtract(low, high, at: bit &>> 6) } else { add(low, high, at: bit &>> 6) }
    }

    @inline(__always)
    private mutating func add(_ low: UInt64, _ high: UInt64, at index: Int) {
        guard index < count &- 1 else {
            if index < count { self[index] &+= low }
            return
        }
        let (first, carry) = self[index].addingReportingOverflow(low)
        self[index] = first
        // The upper half of a shifted word has room for a carry.
        let (second, overflow) = self[index &+ 1].addingReportingOverflow(high &+ (carry ? 1 : 0))
        self[index &+ 1] = second
        if overflow { increment(from: index &+ 2) }
    }

    @inline(__always)
    private mutating func subtract(_ low: UInt64, _ high: UInt64, at index: Int) {
        guard index < count &- 1 else {
            if index < count { self[index] &-= low }
            return
        }
        let (first, borrow) = self[index].subtractingReportingOverflow(low)
        self[index] = first
        let (second, overflow) = self[index &+ 1].subtractingReportingOverflow(high &+ (borrow ? 1 : 0))
        self[index &+ 1] = second
        if overflow { decrement(from: index &+ 2) }
    }

    private mutating func increment(from first: Int) {
        var index = first
        while index < count {
            self[index] &+= 1
            if self[index] != 0 { return }
            index &+= 1
        }
    }

    private mutating func decrement(from first: Int) {
        var index = first
        while index < count {
            self[index] &-= 1
            if self[index] != .max { return }
            index &+= 1
        }
    }
}
