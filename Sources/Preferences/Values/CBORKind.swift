/// What an item of CBOR is, as its first byte tells.
package enum CBORKind: String, Hashable, Sendable, CustomStringConvertible {
    case unsigned = "an unsigned integer"
    case negative = "a negative integer"
    case bytes = "a byte string"
    case text = "a text"
    case array = "an array"
    case map = "a map"
    case tag = "a tag"
    case bool = "a boolean"
    case null
    case float = "a float"
    /// Undefined, and the simple values that have no meaning here.
    case simple = "another simple value"

    package var description: String { rawValue }

    /// The three high bits of a head.
    enum Major {
        static let unsigned: UInt8 = 0 << 5
        static let negative: UInt8 = 1 << 5
        static let bytes: UInt8 = 2 << 5
        static let text: UInt8 = 3 << 5
        static let array: UInt8 = 4 << 5
        static let map: UInt8 = 5 << 5
        static let tag: UInt8 = 6 << 5
        static let simple: UInt8 = 7 << 5
        static let mask: UInt8 = 7 << 5
    }

    /// The whole first byte of the simple items.
    enum Initial {
        static let `false`: UInt8 = 0xF4
        static let `true`: UInt8 = 0xF5
        static let null: UInt8 = 0xF6
        static let float16: UInt8 = 0xF9
        static let float32: UInt8 = 0xFA
        static let float64: UInt8 = 0xFB
    }

    init(initial: UInt8) {
        switch initial & Major.mask {
        case Major.unsigned: self = .unsigned
        case Major.negative: self = .negative
        case Major.bytes: self = .bytes
        case Major.text: self = .text
        case Major.array: self = .array
        case Major.map: self = .map
        case Major.tag: self = .tag
        default:
            switch initial {
            case Initial.false, Initial.true: self = .bool
            case Initial.null: self = .null
            case Initial.float16, Initial.float32, Initial.float64: self = .float
            default: self = .simple
            }
        }
    }
}
