/// Numbers as unsigned integers in the same order, so that one comparison serves `min` and `max` of both types.
enum SortKey {
    private static let sign: UInt64 = 1 << 63

    /// `value` is neither NaN nor −0.0.
    @inline(__always)
    static func encode(_ value: Double) -> UInt64 {
        let bits = value.bitPattern
        // All ones for a negative number, whose bits fall as it grows.
        let spread = UInt64(bitPattern: Int64(bitPattern: bits) &>> 63)
        return bits ^ (spread | sign)
    }

    @inline(__always)
    static func encode(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ sign }

    static func double(_ key: UInt64) -> Double { Double(bitPattern: key & sign != 0 ? key ^ sign : ~key) }
    static func int(_ key: UInt64) -> Int64 { Int64(bitPattern: key ^ sign) }
}
