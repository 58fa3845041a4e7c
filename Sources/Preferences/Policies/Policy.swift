/// How contributions are combined (semantics §3).
///
/// Every policy is a monoid on partials.
package enum Policy: String, CaseIterable, Sendable {
    case first
    case last
    case min
    case max
    case sum
    case mean
    case count
    case any
    case all
    case concat
    case collect

    /// Whether the order of contributions can never change the result.
    package var isCommutative: Bool {
        switch self {
        case .min, .max, .sum, .mean, .count, .any, .all: true
        case .first, .last, .concat, .collect: false
        }
    }
}

extension Policy {
    /// The default of a definition that states none (semantics §3).
    package var naturalDefault: Value {
        switch self {
        case .first, .last, .min, .max, .mean: .null
        case .sum, .count: .int(0)
        case .any: .bool(false)
        case .all: .bool(true)
        case .concat: .text("")
        case .collect: .list([])
        }
    }
}
