import Preferences

/// The ways to keep a fold up to date; a policy and a type choose one.
enum FoldEngine: UInt8, Sendable {
    /// `min` and `max` of numbers.
    case tournament
    /// `min` and `max` of texts: the decider is compared with what changes, and looked for when it goes.
    case comparison
    /// `first` and `last`: the decider is the outermost that is present.
    case edge
    case sum
    case mean
    case count
    /// `any` and `all`: how many are true.
    case logic
    /// `concat` and `collect`: folded again when asked.
    case growing

    init(_ policy: Policy, _ type: ValueType) {
        self =
            switch policy {
            case .first, .last: .edge
            case .min, .max: type == .int || type == .float ? .tournament : .comparison
            case .sum: .sum
            case .mean: .mean
            case .count: .count
            case .any, .all: .logic
            case .concat, .collect: .growing
            }
    }

    var isOrdered: Bool { self == .edge || self == .growing }
}
