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

    private let living: LivingSources
    private let now: Int64
    /// By parent, in the order of the fold: rank, then name, byte-wise.
    private var siblings: [Int: [Station]] = [:]

    init(_ world: World) {
        living = world.living
        now = world.now
        for station in world.stations {
            guard let node = station.node, !node.isDeparted, !node.isIntruder, let parent = station.target else {
                continue
            }
            siblings[parent.index, default: []].append(station)
        }
        for parent in siblings.keys { siblings[parent]?.sort { Oracle.precedes(Oracle.place($0), Oracle.place($1)) } }
    }

    /// The nodes of a subtree, its top included, and how many of them run with every node between.
    func nodes(under station: Station) -> (live: Int, all: Int) {
        var count = (live: station.isUp ? 1 : 0, all: 1)
        for child in siblings[station.index] ?? [] {
            let below = nodes(under: child)
            count.all += below.all
            if station.isUp { count.live += below.live }
        }
        return count
    }

    /// By node: everything stated for `key` in its subtree, in canonical order; sources before nodes.
    func contributions(_ key: Key, from top: Station) -> [Int: [Value]] {
        var found: [Int: [Value]] = [:]
        _ = gather(key, top, into: &found)
        return found
    }

    private func gather(_ key: Key, _ station: Station, into found: inout [Int: [Value]]) -> [Value] {
        if !station.isUp, station.node?.isDownForGood == true { return [] }
        var own = living.at(station.index, key, now: now).map { (rank: $0.rank, name: $0.name, value: $0.value) }
        own.sort { Oracle.precedes(($0.rank, $0.name), ($1.rank, $1.name)) }
        var (values, rest) = ([Value](), own[...])
        for child in siblings[station.index] ?? [] {
            let below = gather(key, child, into: &found)
            while let next = rest.first, !Oracle.precedes(Oracle.place(child), (next.rank, next.name)) {
                values.append(next.value)
                rest.removeFirst()
            }
            values += below
        }
        values += rest.map(\.value)
        found[station.index] = values
        return values
    }

    private static func place(_ station: Station) -> (rank: Int32, name: String) {
        (station.node?.settings.rank ?? 0, station.name)
    }

    private static func precedes(_ left: (rank: Int32, name: String), _ right: (rank: Int32, name: String)) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }

    /// Those that the key's type takes now, an int as the float that it is; what was stated for another type waits.
    static func admitted(_ all: [Value], _ definition: Definition) -> [Value] {
        all.compactMap { value in
            switch (value, definition.type) {
            case (.null, _), (.bool, .bool), (.int, .int), (.float, .float), (.text, .text): value
            case (.int(let number), .float): Double(exactly: number).map { .float($0) }
            default: nil
            }
        }
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
