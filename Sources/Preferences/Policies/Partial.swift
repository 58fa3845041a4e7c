/// The mergeable state of a policy.
///
/// *Absent* is `nil` and is never a partial; a fold of nulls only is
/// `.value(.null)` under every policy.
package enum Partial: Hashable, Sendable {
    /// `first last min max any all concat collect`: the value itself (concat: text, collect: list, any and all: bool).
    case value(Value)
    /// `sum`: exact, of any size.
    case sum(ExactNumber)
    /// `mean`: exact sum, and the number of present sources that are not null.
    case mean(ExactNumber, count: Int64)
    /// `count`: the number of present sources that are not null.
    case count(Int64)

    /// Whether this is present without a value: it takes no part in a fold.
    package var isNull: Bool {
        if case .value(.null) = self { true } else { false }
    }
}

/// What a reader gets when a partial is lowered.
package enum Lowered: Hashable, Sendable {
    case value(Value)
    /// A finite sum outside the key's type.
    case overflow
    /// +∞ with −∞, or their mean.
    case undefined
}
