import PreferenceTestSupport
import PreferenceTree
import Preferences

/// Random parts of frames: small ones mostly, and the ends of every range now and then.
struct RandomItems {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    mutating func often() -> Bool { below(3) != 0 }

    mutating func maybe<Item>(_ make: (inout RandomItems) -> Item) -> Item? { often() ? make(&self) : nil }

    mutating func list<Item>(upTo most: Int = 4, _ make: (inout RandomItems) -> Item) -> [Item] {
        (0..<(often() ? below(most + 1) : 0)).map { _ in make(&self) }
    }

    mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element where Choices.Index == Int {
        choices[choices.startIndex + below(choices.count)]
    }

    mutating func pick<Choice: CaseIterable>(_ type: Choice.Type) -> Choice where Choice.AllCases == [Choice] {
        pick(type.allCases)
    }

    /// Of any width, both ends included.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        switch below(8) {
        case 0: .max
        case 1: .min
        case 2...4: Number(below(100))
        default: Number(truncatingIfNeeded: random.next() >> UInt64(below(64)))
        }
    }

    mutating func interval() -> Interval { Interval(nanoseconds: number(Int64.self) & .max) }

    mutating func text() -> String {
        let alphabet: [Character] = ["a", "b", "Z", "0", "-", "ä", "é", "日", "🙂", " ", "\n", "\"", "/"]
        return String((0..<below(12)).map { _ in pick(alphabet) })
    }

    /// A text that is a legal name of any kind.
    mutating func word() -> String {
        let alphabet: [Character] = ["a", "b", "c", "X", "7", "-", "_", "."]
        return String((0...below(9)).map { _ in pick(alphabet) })
    }

    mutating func bytes() -> [UInt8] { list(upTo: 20) { $0.number() } }

    mutating func float() -> Double {
        let number = Double(bitPattern: random.next())
        return switch below(6) {
        case 0: 0
        case 1: .infinity
        case 2: -.infinity
        case 3: Double(below(1000)) / 8
        default: number.isNaN || number == 0 ? 0.1 : number
        }
    }

    mutating func value(depth: Int = 0) -> Value {
        switch below(depth < 3 ? 8 : 6) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .int(number())
        case 3: .float(float())
        case 4: .text(text())
        case 5: .bytes(bytes())
        case 6: .list(list { $0.value(depth: depth + 1) })
        default: .map(map(depth: depth + 1))
        }
    }

    mutating func map(depth: Int = 0) -> ValueMap {
        ValueMap(list { ($0.text(), $0.value(depth: depth + 1)) })
    }

    /// Narrow and wide, with infinities and without.
    mutating func exact() -> ExactNumber {
        var sum = ExactAccumulator()
        for _ in 0...below(4) {
            if below(3) == 0 { sum.add(number() as Int64) } else { sum.add(float()) }
        }
        return sum.value
    }

    mutating func partial() -> Partial {
        switch below(4) {
        case 0: .value(value())
        case 1: .sum(exact())
        case 2: .mean(exact(), count: number() & .max)
        default: .count(number() & .max)
        }
    }

    mutating func window() -> Window { Window(bytes: number(), frames: number()) }
}

/// A name made of a word, which is legal as every kind of name.
extension RandomItems {
    mutating func node() -> NodeName { legal { try NodeName($0) } }
    mutating func key() -> Key { legal { try Key($0) } }

    mutating func pattern() -> KeyPattern {
        let ending = below(2) == 0 ? "*" : ""
        return legal { try KeyPattern($0 + ending) }
    }

    private mutating func legal<Name>(_ make: (String) throws -> Name) -> Name {
        while true {
            if let name = try? make(word()) { return name }
        }
    }
}
