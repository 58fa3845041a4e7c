extension Definition {
    /// Whether a partial that arrived can be one of this definition's; one that cannot is quarantined (F8).
    ///
    /// Checks shape, type and limits, so that what is folded later can neither trap nor mislead.
    package func admits(_ partial: Partial) -> Bool {
        if partial.isNull { return nullable }
        switch (policy, partial) {
        case (.sum, .sum(let sum)): return admits(sum)
        case (.mean, .mean(let sum, let count)):
            // Each infinity in the sum is one of those counted.
            let parts = sum.parts
            return admits(count: count) && admits(sum)
                && parts.positiveInfinities + parts.negativeInfinities <= count
        case (.count, .count(let count)): return admits(count: count)
        case (.first, .value(let value)), (.last, .value(let value)):
            return type.holds(value) && value.canonicalSize <= Definition.maximumValueBytes
        case (.min, .value(let value)), (.max, .value(let value)):
            return value.isOrdered && type.holds(value) && value.canonicalSize <= Definition.maximumValueBytes
        case (.any, .value(.bool)), (.all, .value(.bool)): return true
        case (.concat, .value(.text)): return fits(partial)
        case (.collect, .value(.list(let members))):
            return members.allSatisfy { $0 != .null && type.holds($0) } && fits(partial)
        default: return false
        }
    }

    /// The largest value that is published, in bytes of canonical encoding.
    private static let maximumValueBytes = 64 * 1024

    private func admits(_ sum: ExactNumber) -> Bool {
        sum.isWithinLimits && (type == .float || (type == .int && sum.isInteger))
    }

    private func admits(count: Int64) -> Bool { (1...ExactParts.maximumCount).contains(count) }

    private func fits(_ partial: Partial) -> Bool {
        guard case .value(let value) = partial else { return false }
        return value.canonicalSize <= maximumBytes
    }
}

extension ValueType {
    /// Whether a value that is not null is of this type, with no float in it that is never published.
    fileprivate func holds(_ value: Value) -> Bool {
        guard value.isPublishable else { return false }
        return switch (self, value) {
        case (.any, _), (.bool, .bool), (.int, .int), (.float, .float), (.text, .text), (.bytes, .bytes),
            (.list, .list), (.map, .map):
            true
        default: false
        }
    }
}

extension Value {
    /// Whether no float in the value is NaN or −0.0.
    fileprivate var isPublishable: Bool {
        switch self {
        case .float(let value): !value.isNaN && !(value == 0 && value.sign == .minus)
        case .list(let members): members.allSatisfy(\.isPublishable)
        case .map(let map): map.entries.allSatisfy(\.value.isPublishable)
        case .null, .bool, .int, .text, .bytes: true
        }
    }

    fileprivate var isOrdered: Bool {
        switch self {
        case .int, .float, .text: true
        case .null, .bool, .bytes, .list, .map: false
        }
    }
}
