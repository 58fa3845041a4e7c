/// The shortest binary form that keeps a float exactly (RFC 8949 §4.2.1).
enum ShortestFloat {
    case half(UInt16)
    case single(UInt32)
    case double(UInt64)

    /// The one NaN of deterministic encoding.
    static let canonicalNaN: UInt16 = 0x7E00

    init(_ value: Double) {
        if value.isNaN {
            self = .half(ShortestFloat.canonicalNaN)
        } else if let single = Float(exactly: value) {
            if let half = Float16(exactly: single) {
                self = .half(half.bitPattern)
            } else {
                self = .single(single.bitPattern)
            }
        } else {
            self = .double(value.bitPattern)
        }
    }

    /// Bytes of the encoding, its first byte included.
    var encodedSize: Int {
        switch self {
        case .half: 3
        case .single: 5
        case .double: 9
        }
    }
}
