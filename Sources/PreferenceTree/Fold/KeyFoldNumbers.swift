import Preferences

/// The hot path: numbers from the columns of a frame.
///
/// A column's number is a count under `count`, a sum under `sum`, the mean of one under `mean`, and else the value
/// itself; `FoldResult.column` is the inverse.
extension KeyFold {
    /// Sets a contribution that is one float; NaN counts as nothing.
    ///
    /// Returns as `set` does.
    package mutating func setFloat(_ slot: Int32, _ value: Double) -> Bool {
        let index = Int(slot)
        if slots.states[index] == .float && value == value {
            // Turns −0.0 into 0.0.
            let value = value + 0.0
            switch engine {
            case .tournament: return setKey(index, SortKey.encode(value) ^ complement)
            case .sum, .mean: return setSummand(index, value)
            default: break
            }
        }
        return set(slot, value.isNaN ? nil : Partial(.float(value + 0.0), under: policy))
    }

    /// Sets a contribution that is one integer.
    ///
    /// Returns as `set` does.
    package mutating func setInt(_ slot: Int32, _ value: Int64) -> Bool {
        let index = Int(slot)
        if slots.states[index] == .int {
            switch engine {
            case .tournament: return setKey(index, SortKey.encode(value) ^ complement)
            case .sum, .mean: return setSummand(index, value)
            case .count: return setCount(index, value)
            default: break
            }
        }
        return set(slot, Partial(.int(value), under: policy))
    }

    /// The row already holds a number of the same type.
    @inline(__always)
    private mutating func setKey(_ slot: Int, _ key: UInt64) -> Bool {
        let old = slots.bits[slot]
        if old == key { return false }
        slots.bits[slot] = key
        return tree.update(slot, from: old, in: slots.bits)
    }

    @inline(__always)
    private mutating func setSummand(_ slot: Int, _ value: Double) -> Bool {
        let old = slots.bits[slot]
        if old == value.bitPattern { return false }
        slots.bits[slot] = value.bitPattern
        total.replace(Double(bitPattern: old), with: value)
        return true
    }

    @inline(__always)
    private mutating func setSummand(_ slot: Int, _ value: Int64) -> Bool {
        let old = Int64(bitPattern: slots.bits[slot])
        if old == value { return false }
        slots.bits[slot] = UInt64(bitPattern: value)
        total.subtract(old)
        total.add(value)
        return true
    }

    @inline(__always)
    private mutating func setCount(_ slot: Int, _ value: Int64) -> Bool {
        let old = Int64(bitPattern: slots.bits[slot])
        if old == value { return false }
        slots.bits[slot] = UInt64(bitPattern: value)
        tally = tally &- old &+ value
        return true
    }
}
