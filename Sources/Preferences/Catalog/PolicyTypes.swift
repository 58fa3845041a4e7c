/// Which policies take which types, and what they make of them (semantics §3).
extension Policy {
    package var admittedTypes: [ValueType] {
        switch self {
        case .first, .last, .count, .collect: ValueType.allCases
        case .min, .max: [.int, .float, .text]
        case .sum, .mean: [.int, .float]
        case .any, .all: [.bool]
        case .concat: [.text]
        }
    }

    /// The type of what a reader sees where the key's type is `type`.
    package func loweredType(of type: ValueType) -> ValueType {
        switch self {
        case .count: .int
        case .collect: .list
        case .mean: .float
        case .first, .last, .min, .max, .sum, .any, .all, .concat: type
        }
    }
}

extension ValueType: CustomStringConvertible {
    /// The type of a value; nil for null, which is of none.
    package init?(of value: Value) {
        switch value {
        case .null: return nil
        case .bool: self = .bool
        case .int: self = .int
        case .float: self = .float
        case .text: self = .text
        case .bytes: self = .bytes
        case .list: self = .list
        case .map: self = .map
        }
    }

    package var description: String { rawValue }
}
