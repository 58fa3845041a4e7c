import PreferenceTestSupport
import Preferences
import Testing

/// The policies with the types they take, and values drawn for them.
struct PolicyCase: Sendable, CustomTestStringConvertible {
    let policy: Policy
    let type: ValueType

    var testDescription: String { "\(policy) of \(type)" }

    static let all: [PolicyCase] = Policy.allCases.flatMap { policy in
        types(of: policy).map { PolicyCase(policy: policy, type: $0) }
    }

    private static func types(of policy: Policy) -> [ValueType] {
        switch policy {
        case .first, .last, .count, .collect: ValueType.allCases
        case .min, .max: [.int, .float, .text]
        case .sum, .mean: [.int, .float]
        case .any, .all: [.bool]
        case .concat: [.text]
        }
    }

    func definition() throws -> Definition {
        var definition = Definition(pattern: .exact(try Key("k")), type: type, policy: policy)
        definition.nullable = true
        definition.separator = ", "
        return definition
    }

    /// A value of the case's type; now and then null.
    func value(_ random: inout SplitMix64) -> Value {
        random.chance(1, in: 6) ? .null : value(of: type, &random)
    }

    private func value(of type: ValueType, _ random: inout SplitMix64) -> Value {
        switch type {
        case .bool: .bool(random.chance(1, in: 3))
        case .int:
            random.chance(1, in: 3)
                ? .int(Int64.random(in: .min ... .max, using: &random)) : .int(Int64.random(in: -3...3, using: &random))
        case .float:
            random.chance(1, in: 20)
                ? .float(random.chance(1, in: 2) ? .infinity : -.infinity) : .float(random.finiteDouble())
        case .text:
            .text(
                ["", "a", "b", "é", "e\u{301}", "a longer text than fits in a word"].randomElement(using: &random) ?? ""
            )
        case .bytes: .bytes([UInt8.random(in: 0...2, using: &random)])
        case .list: .list([.int(1), .text("x")].shuffled(using: &random))
        case .map: .map(ValueMap([("k", .int(Int64.random(in: 0...2, using: &random)))]))
        case .any:
            value(of: ValueType.allCases.filter { $0 != .any }.randomElement(using: &random) ?? .int, &random)
        }
    }
}

/// A tree of contributions; a leaf node without a source is an empty list.
indirect enum Branch: Sendable {
    case source(Value)
    case node([Branch])

    /// Folds every node with the reference fold, and adds up the reduces of all.
    func fold(_ definition: Definition) -> (partial: Partial?, reduces: Int) {
        switch self {
        case .source(let value): return (definition.lift(value), 0)
        case .node(let children):
            let folded = children.map { $0.fold(definition) }
            let own = definition.fold(folded.compactMap(\.partial))
            return (own.partial, folded.reduce(own.reduces) { $0 + $1.reduces })
        }
    }

    /// A random tree whose sources are `values`, depth first.
    static func random(over values: ArraySlice<Value>, _ random: inout SplitMix64) -> Branch {
        guard values.count > 1, !random.chance(1, in: 4) else { return .node(values.map { .source($0) }) }
        let cut = Int.random(in: values.startIndex...values.endIndex, using: &random)
        var children: [Branch] = [.random(over: values[..<cut], &random), .node([])]
        if let next = values[cut...].first { children.append(.source(next)) }
        children.append(.random(over: values[cut...].dropFirst(), &random))
        return .node(children)
    }
}
