/// The monoid of a definition's policy: how a value becomes a partial, and how two neighbours become one.
extension Definition {
    /// The partial of one source with `value`, which the definition has accepted.
    package func lift(_ value: Value) -> Partial {
        if value == .null { return .value(.null) }
        switch policy {
        case .first, .last, .min, .max, .any, .all, .concat: return .value(value)
        case .collect: return .value(.list([value]))
        case .count: return .count(1)
        case .sum: return value.exactNumber.map { .sum($0) } ?? .value(value)
        case .mean: return value.exactNumber.map { .mean($0, count: 1) } ?? .value(value)
        }
    }

    /// Does one reduce, of `left` and the `right` that comes after it.
    ///
    /// Null takes no part, and is the identity.
    ///
    /// Associative, without a limit on size. Partials that `admits` refuses are left out of a fold; should two
    /// meet here, `left` stays.
    package func combine(_ left: Partial, _ right: Partial) -> Partial {
        if left.isNull { return right }
        if right.isNull { return left }
        switch (policy, left, right) {
        case (.first, _, _): return left
        case (.last, _, _): return right
        case (.min, .value(let first), .value(let second)): return second.isLess(than: first) ? right : left
        case (.max, .value(let first), .value(let second)): return first.isLess(than: second) ? right : left
        case (.sum, .sum(let first), .sum(let second)): return .sum(first + second)
        case (.mean, .mean(let first, let n), .mean(let second, let m)): return .mean(first + second, count: n &+ m)
        case (.count, .count(let first), .count(let second)): return .count(first &+ second)
        case (.any, .value(.bool(let first)), .value(.bool(let second))): return .value(.bool(first || second))
        case (.all, .value(.bool(let first)), .value(.bool(let second))): return .value(.bool(first && second))
        case (.concat, .value(.text(let first)), .value(.text(let second))):
            return .value(.text(first + separator + second))
        case (.collect, .value(.list(let first)), .value(.list(let second))): return .value(.list(first + second))
        default: return left
        }
    }
}

extension Value {
    /// The order of `min` and `max`: numbers by size, texts by their bytes; values of two kinds have none.
    package func isLess(than other: Value) -> Bool {
        switch (self, other) {
        case (.int(let left), .int(let right)): left < right
        case (.float(let left), .float(let right)): left < right
        case (.text(let left), .text(let right)): Bytewise.precedes(left, right)
        default: false
        }
    }

    /// The summand that a number is; nil for what is none.
    fileprivate var exactNumber: ExactNumber? {
        switch self {
        case .int(let value): ExactNumber(value)
        case .float(let value): value.isNaN ? nil : ExactNumber(value)
        default: nil
        }
    }
}
