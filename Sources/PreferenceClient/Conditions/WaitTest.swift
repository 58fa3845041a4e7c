import PreferenceTree
package import Preferences

/// A condition whose values have been read by the key's type.
package struct WaitTest: Hashable, Sendable {
    private struct Comparison: Hashable {
        var relation: WaitCondition.Relation
        var value: Value
        var text: String
    }

    private let condition: WaitCondition
    private let comparisons: [Comparison]

    /// `type` is that of the values a reader sees: of a mean it is float whatever the key's; nil: not known, or any.
    ///
    /// Throws where a value is none of the type, or has no order to compare by.
    package init(_ condition: WaitCondition, type: ValueType?) throws(UsageError) {
        self.condition = condition
        var comparisons: [Comparison] = []
        for comparison in condition.comparisons {
            let value = try WaitTest.value(of: comparison, type: type)
            comparisons.append(
                Comparison(relation: comparison.relation, value: value, text: comparison.operand))
        }
        self.comparisons = comparisons
    }

    private static func value(
        of comparison: WaitCondition.Comparison, type: ValueType?
    ) throws(UsageError) -> Value {
        let option = "--\(comparison.relation.rawValue)"
        let value: Value
        do {
            value = try ValueText.read(comparison.operand, type: type)
        } catch {
            // Without a type, what is no JSON is a text.
            guard type == nil || type == .any else {
                throw UsageError(
                    "\(option): \(quoted(comparison.operand)) is no \(type?.rawValue ?? "value"): \(error.sentence)")
            }
            value = .text(comparison.operand)
        }
        if let type, type != .any, !fits(value, type) {
            throw UsageError(
                "\(option): \(quoted(comparison.operand)) is no \(type.rawValue), which the key's value is")
        }
        if comparison.relation != .eq, comparison.relation != .ne, NumberOrder.compare(value, value) == nil {
            throw UsageError("\(option) compares numbers and texts", hint: "use --eq or --ne")
        }
        return value
    }

    /// In quotes, unless it has its own.
    private static func quoted(_ operand: String) -> String {
        operand.utf8.first == UInt8(ascii: "\"") ? operand : "\"\(operand)\""
    }

    /// Numbers are compared whatever their type; null is a value that any key may have.
    private static func fits(_ value: Value, _ type: ValueType) -> Bool {
        switch (value, type) {
        case (.null, _), (.int, .int), (.int, .float), (.float, .int), (.float, .float), (.bool, .bool),
            (.text, .text), (.bytes, .bytes), (.list, .list), (.map, .map):
            true
        default: false
        }
    }
}

extension WaitTest {
    /// What the record lacks, each as half a sentence about the key; empty: it satisfies.
    func lacks(_ record: Record, _ nodes: NodeCoverage) -> [String] {
        var lacks: [String] = []
        if record.state != .ok {
            let causes = record.causes.isEmpty ? "" : " (\(record.causes.joined(separator: ", ")))"
            lacks.append("is \(record.state.text)\(causes)")
        }
        let value = record.value ?? .null
        let unmet = comparisons.filter { !WaitTest.holds($0, value) }
        if !unmet.isEmpty {
            let wanted = unmet.map { "\($0.relation.sign) \($0.text)" }.joined(separator: " and ")
            lacks.append("is \(ValueText.raw(value)), wanted \(wanted)")
        }
        switch condition.presence {
        case true where !record.explicit: lacks.append("is absent, wanted present")
        case false where record.explicit: lacks.append("is present, wanted absent")
        default: break
        }
        if let wanted = condition.sources {
            let live = record.sources - min(record.staleSources, record.sources)
            if live < wanted {
                lacks.append("has \(TerminalText.count(live, "source")) that are not stale, wanted >= \(wanted)")
            }
        }
        if condition.complete { lacks += WaitTest.incompleteness(record, nodes) }
        return lacks
    }

    private static func incompleteness(_ record: Record, _ nodes: NodeCoverage) -> [String] {
        if nodes.expected == 0 { return ["has no node behind it, wanted complete"] }
        var parts: [String] = []
        if nodes.stale > 0 { parts.append("\(nodes.stale) stale") }
        if nodes.missing > 0 { parts.append("\(nodes.missing) missing") }
        if !parts.isEmpty {
            return ["has \(parts.joined(separator: ", ")) of \(TerminalText.count(nodes.expected, "node"))"]
        }
        if record.staleSources == 0 { return [] }
        return ["has \(record.staleSources) of \(TerminalText.count(record.sources, "source")) stale"]
    }

    private static func holds(_ comparison: Comparison, _ value: Value) -> Bool {
        let order = NumberOrder.compare(value, comparison.value)
        let isEqual = order.map { $0 == .equal } ?? (value == comparison.value)
        switch comparison.relation {
        case .eq: return isEqual
        case .ne: return !isEqual
        case .ge: return order == .above || order == .equal
        case .gt: return order == .above
        case .le: return order == .below || order == .equal
        case .lt: return order == .below
        }
    }
}
