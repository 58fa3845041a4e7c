import Preferences

/// An exact number in the narrowest of three forms: an integer of 64 bits; a float; or
/// `[exponent, mantissa, +∞ count, −∞ count]`, the mantissa an integer of any size (a bignum, tag 2 or 3, beyond 64
/// bits) that is odd, or 0 with exponent 0.
extension ExactNumber: WireItem {
    private static let positiveBignum: UInt64 = 2
    private static let negativeBignum: UInt64 = 3
    /// What the mantissa of a number within `ExactParts.check` takes at most, in bytes.
    private static let maximumMantissaBytes = (ExactParts.magnitudeBits - ExactParts.minimumExponent + 7) / 8

    func write(to writer: inout BodyWriter) {
        if let whole = exactInt64 { return writer.cbor.int(whole) }
        if let float = exactDouble { return writer.cbor.float(float) }
        let parts = parts
        writer.cbor.arrayHead(4)
        writer.cbor.int(Int64(parts.exponent))
        ExactNumber.write(mantissa: parts, to: &writer)
        writer.cbor.int(parts.positiveInfinities)
        writer.cbor.int(parts.negativeInfinities)
    }

    /// CBOR writes −m as m − 1; an odd m − 1 borrows from nothing but the lowest bit.
    private static func write(mantissa parts: ExactParts, to writer: inout BodyWriter) {
        var limbs = parts.mantissa
        guard let lowest = limbs.first else { return writer.cbor.uint(0) }
        if parts.isNegative { limbs[0] = lowest & ~1 }
        if limbs.count == 1 {
            return parts.isNegative ? writer.cbor.negative(limbs[0]) : writer.cbor.uint(limbs[0])
        }
        let bytes = limbs.reversed().flatMap { limb in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: limb >> UInt64($0 * 8)) }
        }
        writer.cbor.tag(parts.isNegative ? negativeBignum : positiveBignum)
        writer.cbor.bytes(bytes.drop { $0 == 0 })
    }

    init(from reader: inout BodyReader) throws(WireFault) {
        let start = reader.position
        switch try reader.read({ (cbor) throws(CBORFault) in try cbor.peek() }) {
        case .unsigned, .negative: self.init(try reader.int())
        case .float:
            self.init(try reader.read { (cbor) throws(CBORFault) in try cbor.readFloat() })
            if exactInt64 != nil { throw WireFault(.notNarrowest, at: start) }
        default:
            let parts = try ExactNumber.parts(from: &reader)
            do { try self.init(parts) } catch { throw WireFault(.exact(error), at: start) }
            if exactInt64 != nil || exactDouble != nil { throw WireFault(.notNarrowest, at: start) }
        }
    }

    private static func parts(from reader: inout BodyReader) throws(WireFault) -> ExactParts {
        try reader.array(4)
        let start = reader.position
        let wide = try reader.int()
        guard let exponent = Int(exactly: wide) else { throw WireFault(.exact(.outOfRange), at: start) }
        var (isNegative, limbs) = try mantissa(from: &reader)
        if isNegative, let lowest = limbs.first {
            if lowest & 1 != 0 { throw WireFault(.exact(.notUnique), at: start) }
            limbs[0] = lowest | 1
        }
        return ExactParts(
            isNegative: isNegative, exponent: exponent, mantissa: limbs, positiveInfinities: try reader.int(),
            negativeInfinities: try reader.int())
    }

    /// The mantissa's limbs as CBOR writes them: m, or m − 1 for a negative one.
    private static func mantissa(from reader: inout BodyReader) throws(WireFault) -> (Bool, [UInt64]) {
        switch try reader.read({ (cbor) throws(CBORFault) in try cbor.peek() }) {
        case .unsigned:
            let limb = try reader.uint()
            return (false, limb == 0 ? [] : [limb])
        case .negative: return (true, [try reader.read { (cbor) throws(CBORFault) in try cbor.readNegative() }])
        default: return try bignum(from: &reader)
        }
    }

    private static func bignum(from reader: inout BodyReader) throws(WireFault) -> (Bool, [UInt64]) {
        let start = reader.position
        let tag = try reader.read { (cbor) throws(CBORFault) in try cbor.readTag() }
        if tag != positiveBignum, tag != negativeBignum {
            throw WireFault(.encoding(.wrongTag(found: tag, wanted: positiveBignum)), at: start)
        }
        let range = try reader.read { (cbor) throws(CBORFault) in try cbor.readBytesRange() }
        if range.count > maximumMantissaBytes { throw WireFault(.exact(.outOfRange), at: start) }
        let bytes = reader.cbor.bytes[range]
        // 64 bits have a form without a tag, and a leading zero says nothing.
        if range.count <= 8 || bytes.first == 0 { throw WireFault(.notNarrowest, at: start) }
        var limbs = [UInt64](repeating: 0, count: (range.count + 7) / 8)
        for (place, byte) in bytes.reversed().enumerated() { limbs[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8) }
        return (tag == negativeBignum, limbs)
    }
}
