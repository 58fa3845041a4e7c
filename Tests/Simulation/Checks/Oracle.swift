import PreferenceTree
import Preferences

/// What the tree must come to, from nothing but the living sources: a left fold in depth-first order.
///
/// Shares no code with the core: sums are exact rationals, texts and lists are joined by hand.
struct Oracle {
    /// What a reader must see of one key at one node.
    enum Expected {
        case absent(Value)
        case value(Value)
        case sum(Rational, isInt: Bool)
        case mean(Rational)
    }

    let living: LivingSources
    let now: Int64
    private var siblings: [Int: [Station]] = [:]

    init(_ world: World) {
        living = world.living
        now = world.now
        for station in world.stations {
            guard let node = station.node, station.isUp || !node.isDownForGood, let parent = station.target else {
                continue
            }
            siblings[parent.index, default: []].append(station)
        }
    }

    /// Everything stated for `key` in the subtree, in canonical order: rank, then name, sources before nodes.
    func contributions(_ key: Key, under station: Station) -> [Value] {
        var order: [(rank: Int32, name: String, isNode: Bool, values: [Value])] = []
        for source in living.at(station.index, key, now: now) {
            order.append((source.rank, source.name, false, [source.value]))
        }
        for child in siblings[station.index] ?? [] {
            order.append((child.node?.settings.rank ?? 0, child.name, true, contributions(key, under: child)))
        }
        order.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            let (first, second) = (Array(left.name.utf8), Array(right.name.utf8))
            return first == second ? !left.isNode && right.isNode : first.lexicographicallyPrecedes(second)
        }
        return order.flatMap { $0.values }
    }

    func fold(_ all: [Value], _ definition: Definition) -> Expected {
        let values = all.filter { $0 != .null }
        guard let first = values.first, let last = values.last else {
            return all.isEmpty ? .absent(definition.defaultValue) : .value(.null)
        }
        switch definition.policy {
        case .first: return .value(first)
        case .last: return .value(last)
        case .min: return .value(values.dropFirst().reduce(first) { Oracle.less($1, $0) ? $1 : $0 })
        case .max: return .value(values.dropFirst().reduce(first) { Oracle.less($0, $1) ? $1 : $0 })
        case .count: return .value(.int(Int64(values.count)))
        case .any: return .value(.bool(values.contains(.bool(true))))
        case .all: return .value(.bool(!values.contains(.bool(false))))
        case .collect: return .value(.list(values))
        case .concat:
            let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
            return .value(.text(texts.joined(separator: definition.separator)))
        case .sum, .mean:
            var rational = Rational()
            for value in values {
                if case .int(let number) = value { rational.add(number) }
                if case .float(let number) = value { rational.add(number) }
            }
            return definition.policy == .mean ? .mean(rational) : .sum(rational, isInt: definition.type == .int)
        }
    }

    private static func less(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left < right
        case (.float(let left), .float(let right)): left < right
        case (.text(let left), .text(let right)): Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
        default: false
        }
    }
}

extension Oracle.Expected {
    /// Why what a reader sees is not this; nil: it is. `value` is nil where it could not be lowered.
    func objection(value: Value?, explicit: Bool) -> String? {
        var isRight: Bool
        switch self {
        case .absent(let fallback): isRight = !explicit && value == fallback
        case .value(let expected): isRight = explicit && value == expected
        case .sum(let sum, true):
            if case .int(let number)? = value {
                isRight = sum.isSum(number)
            } else {
                isRight = value == nil && sum.isSum(nil)
            }
            isRight = isRight && explicit
        case .sum(let number, false), .mean(let number):
            var isMean = false
            if case .mean = self { isMean = true }
            if case .float(let lowered)? = value {
                isRight = number.rounds(to: lowered, mean: isMean)
            } else {
                isRight = value == nil && number.rounds(to: nil, mean: isMean)
            }
            isRight = isRight && explicit
        }
        return isRight ? nil : "is \(Brief.value(value))\(explicit ? "" : " implicit"), should be \(brief)"
    }

    private var brief: String {
        switch self {
        case .absent(let fallback): "absent, \(Brief.value(fallback))"
        case .value(let value): Brief.value(value)
        case .sum: "another sum"
        case .mean: "another mean"
        }
    }
}
