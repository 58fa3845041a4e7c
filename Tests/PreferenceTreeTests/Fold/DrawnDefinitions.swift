import PreferenceTestSupport
import PreferenceTree
import Preferences
import Simulation
import Testing

/// A policy with a type it takes, and contributions drawn for the two.
struct FoldCase: Sendable, CustomTestStringConvertible {
    let policy: Policy
    let type: ValueType

    var testDescription: String { "\(policy) of \(type)" }

    static let all: [FoldCase] = Policy.allCases.flatMap { policy in
        types(of: policy).map { FoldCase(policy: policy, type: $0) }
    }

    private static func types(of policy: Policy) -> [ValueType] {
        switch policy {
        case .first, .last, .count, .collect: [.int, .float, .bool, .text, .any]
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
        // Small enough that some folds are cut, and that some single contributions do not fit.
        definition.maximumBytes = 40
        return definition
    }

    /// What a contributor may give: nothing, null, a source's value, or a child's partial over several.
    func partial(_ definition: Definition, _ random: inout SplitMix64) -> Partial? {
        switch random.below(10) {
        case 0: return nil
        case 1: return .value(.null)
        case 2, 3:
            let values = (0..<3).map { _ in definition.lift(value(&random)) }
            return definition.fold(values).partial
        default: return definition.lift(value(&random))
        }
    }

    func int(_ random: inout SplitMix64) -> Int64 {
        switch random.below(8) {
        case 0: .max
        case 1: .min
        case 2: Int64(bitPattern: random.next())
        default: Int64(random.below(7)) - 3
        }
    }

    func float(_ random: inout SplitMix64) -> Double {
        let drawn: Double =
            switch random.below(8) {
            case 0: .infinity
            case 1: -.infinity
            case 2: .greatestFiniteMagnitude * (random.below(2) == 0 ? 1 : -1)
            case 3: Double(bitPattern: random.next())
            case 4: -.leastNonzeroMagnitude
            default: Double(random.below(9) - 4) / 10
            }
        return drawn.isNaN || drawn == 0 ? 0 : drawn
    }

    private func value(_ random: inout SplitMix64) -> Value {
        switch type {
        case .bool: .bool(random.below(3) == 0)
        case .int: .int(int(&random))
        case .float: .float(float(&random))
        case .text: .text(["", "a", "b", "é", "e\u{301}", "a longer text"][random.below(6)])
        default: [.text("a"), .int(1), .float(0.5), .bool(true), .list([.int(2)])][random.below(5)]
        }
    }
}

extension ContributionOrder {
    /// A place out of few, so that ranks and names often tie.
    static func drawn(_ serial: Int, _ random: inout SplitMix64) -> ContributionOrder {
        ContributionOrder(
            rank: Int32(random.below(3)) - 1, name: ["b", "a", "é"][random.below(3)] + String(serial / 2),
            kind: serial % 2 == 0 ? .source : .node)
    }
}
