/// A preference value.
///
/// Equality is equality of the canonical encoding: texts by their bytes, `1` and `1.0`
/// are two values, floats by their bits (a published float is never NaN and never −0.0).
package enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    case text(String)
    case bytes([UInt8])
    case list([Value])
    case map(ValueMap)
}

extension Value: Hashable {
    package static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): Bytewise.equal(left, right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .float(let value): hasher.combine(value.bitPattern)
        case .text(let value): Bytewise.hash(value, into: &hasher)
        case .bytes(let value): hasher.combine(value)
        case .list(let value): hasher.combine(value)
        case .map(let value): hasher.combine(value)
        }
    }
}
