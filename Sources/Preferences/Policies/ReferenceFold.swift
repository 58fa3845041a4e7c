extension Policy {
    /// Whether a partial grows with the number of contributions, so that `maximumBytes` bounds it.
    package var isGrowing: Bool { self == .concat || self == .collect }
}

extension Definition {
    /// The ordered fold of what is present, from left to right: what every incremental engine must equal.
    ///
    /// `partial` is nil where there is no contribution. `reduces` is one less than the number of contributions
    /// that are not null; a fold that `maximumBytes` ended is `truncated` and counts those it reached.
    package func fold(
        _ contributions: some Sequence<Partial>
    ) -> (partial: Partial?, reduces: Int, truncated: Bool) {
        if policy.isGrowing {
            var growing = GrowingFold(separator: separator, maximumBytes: maximumBytes)
            for next in contributions where !growing.append(next) { break }
            return (growing.partial, growing.reduces, growing.isTruncated)
        }
        var folded: Partial?
        var reduces = 0
        for next in contributions {
            guard let left = folded else {
                folded = next
                continue
            }
            if !left.isNull, !next.isNull { reduces += 1 }
            folded = combine(left, next)
        }
        return (folded, reduces, false)
    }

    /// What a reader sees; the default where nothing is present.
    package func lower(_ partial: Partial?) -> Lowered {
        switch partial {
        case nil: .value(defaultValue)
        case .value(let value): .value(value)
        case .sum(let number): type == .int ? number.loweredInt() : number.loweredFloat()
        case .mean(let sum, let count): sum.loweredMean(count: count)
        case .count(let count): .value(.int(count))
        }
    }
}
