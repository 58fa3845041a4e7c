package import Preferences

/// What the contributions of a key reduce to at a node.
package struct FoldResult: Hashable, Sendable {
    /// Nil: absent.
    package var partial: Partial?
    /// `maximumBytes` ended the fold here or in one of the contributions; never without a growing policy.
    package var truncated = false

    package init(partial: Partial?, truncated: Bool = false) {
        self.partial = partial
        self.truncated = truncated
    }

    /// The partial as one number of a column, if that says everything: see `KeyFold.setFloat`.
    ///
    /// A number that is an integer of 64 bits goes into the column of integers, so that it has one place.
    package var column: ColumnNumber? {
        switch partial {
        case .value(.int(let value)), .count(let value): .int(value)
        case .value(.float(let value)): .float(value)
        case .sum(let number), .mean(let number, count: 1):
            number.exactInt64.map { .int($0) } ?? number.exactDouble.map { .float($0) }
        case .value, .mean, nil: nil
        }
    }
}

/// A number in one of the two columns of a frame.
package enum ColumnNumber: Hashable, Sendable {
    case int(Int64)
    case float(Double)
}

extension Partial {
    /// What a number of a column stands for under a key's policy; nil: it has none.
    init(_ number: ColumnNumber, under policy: Policy?) {
        self =
            switch (policy, number) {
            case (.sum, .int(let value)): .sum(ExactNumber(value))
            case (.sum, .float(let value)): .sum(ExactNumber(value))
            case (.mean, .int(let value)): .mean(ExactNumber(value), count: 1)
            case (.mean, .float(let value)): .mean(ExactNumber(value), count: 1)
            case (.count, .int(let value)): .count(value)
            case (_, .int(let value)): .value(.int(value))
            case (_, .float(let value)): .value(.float(value))
            }
    }
}

/// One contribution as `explain` shows it.
package struct FoldContribution: Sendable {
    package let slot: Int32
    package let order: ContributionOrder
    /// Nil: the contributor is known and gives nothing to fold.
    package let partial: Partial?
}
