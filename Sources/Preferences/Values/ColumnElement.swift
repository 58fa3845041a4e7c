/// How many elements of a column are moved with one bounds check.
let columnBlock = 8

/// A number that fills columns, and its RFC 8746 tag.
///
/// Loads and stores are written out byte by byte: only so does the optimizer see one wide access.
protocol ColumnElement: BitwiseCopyable, Numeric {
    static var columnTag: UInt64 { get }
    static var width: Int { get }
    init(load source: Span<UInt8>, at offset: Int)
    func store(in place: inout MutableSpan<UInt8>, at offset: Int)
    /// The highest bit is set where a value may not be this number; the others say nothing.
    var flaw: UInt64 { get }
}

extension ColumnElement {
    var flaw: UInt64 { 0 }
}

extension UInt32: ColumnElement {
    static var columnTag: UInt64 { 70 }
    static var width: Int { 4 }

    @inline(__always)
    init(load source: Span<UInt8>, at offset: Int) {
        self =
            UInt32(source[offset]) | UInt32(source[offset &+ 1]) << 8
            | UInt32(source[offset &+ 2]) << 16 | UInt32(source[offset &+ 3]) << 24
    }

    @inline(__always)
    func store(in place: inout MutableSpan<UInt8>, at offset: Int) {
        place[offset] = UInt8(truncatingIfNeeded: self)
        place[offset &+ 1] = UInt8(truncatingIfNeeded: self >> 8)
        place[offset &+ 2] = UInt8(truncatingIfNeeded: self >> 16)
        place[offset &+ 3] = UInt8(truncatingIfNeeded: self >> 24)
    }
}

extension UInt64 {
    @inline(__always)
    fileprivate init(littleEndian source: Span<UInt8>, at offset: Int) {
        let low =
            UInt64(source[offset]) | UInt64(source[offset &+ 1]) << 8
            | UInt64(source[offset &+ 2]) << 16 | UInt64(source[offset &+ 3]) << 24
        let high =
            UInt64(source[offset &+ 4]) << 32 | UInt64(source[offset &+ 5]) << 40
            | UInt64(source[offset &+ 6]) << 48 | UInt64(source[offset &+ 7]) << 56
        self = low | high
    }

    @inline(__always)
    fileprivate func storeLittleEndian(in place: inout MutableSpan<UInt8>, at offset: Int) {
        place[offset] = UInt8(truncatingIfNeeded: self)
        place[offset &+ 1] = UInt8(truncatingIfNeeded: self >> 8)
        place[offset &+ 2] = UInt8(truncatingIfNeeded: self >> 16)
        place[offset &+ 3] = UInt8(truncatingIfNeeded: self >> 24)
        place[offset &+ 4] = UInt8(truncatingIfNeeded: self >> 32)
        place[offset &+ 5] = UInt8(truncatingIfNeeded: self >> 40)
        place[offset &+ 6] = UInt8(truncatingIfNeeded: self >> 48)
        place[offset &+ 7] = UInt8(truncatingIfNeeded: self >> 56)
    }
}

extension Int64: ColumnElement {
    static var columnTag: UInt64 { 79 }
    static var width: Int { 8 }

    @inline(__always)
    init(load source: Span<UInt8>, at offset: Int) {
        self = Int64(bitPattern: UInt64(littleEndian: source, at: offset))
    }

    @inline(__always)
    func store(in place: inout MutableSpan<UInt8>, at offset: Int) {
        UInt64(bitPattern: self).storeLittleEndian(in: &place, at: offset)
    }
}

extension Double: ColumnElement {
    static var columnTag: UInt64 { 86 }
    static var width: Int { 8 }

    @inline(__always)
    init(load source: Span<UInt8>, at offset: Int) {
        self = Double(bitPattern: UInt64(littleEndian: source, at: offset))
    }

    @inline(__always)
    func store(in place: inout MutableSpan<UInt8>, at offset: Int) {
        bitPattern.storeLittleEndian(in: &place, at: offset)
    }

    /// Set for NaN and −0.0, by arithmetic alone so that a block is judged in vector registers.
    ///
    /// The first difference is negative just where the magnitude exceeds infinity's; the second term has its highest
    /// bit just where `unsigned` is zero, which is −0.0.
    @inline(__always)
    var flaw: UInt64 {
        let sign: UInt64 = 1 << 63
        let unsigned = bitPattern ^ sign
        return (Double.infinity.bitPattern &- (bitPattern & ~sign)) | (~unsigned & (unsigned &- 1))
    }
}
