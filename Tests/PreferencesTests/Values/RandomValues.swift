import PreferenceTestSupport
import Preferences

/// Values drawn from a seed, with a liking for the borders of every range.
struct RandomValues: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func value(depth: Int = 4) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &self))
        case 2: return .int(int())
        case 3: return .float(float())
        case 4: return .text(text())
        case 5: return .bytes(count().map { _ in UInt8.random(in: 0...255, using: &self) })
        case 6: return .list(count().map { _ in value(depth: depth - 1) })
        default: return .map(ValueMap(count().map { _ in (text(), value(depth: depth - 1)) }))
        }
    }

    mutating func int() -> Int64 {
        let shift = UInt64.random(in: 0..<64, using: &self)
        return Int64(bitPattern: next()) >> Int64(shift)
    }

    mutating func float() -> Double {
        let drawn: Double =
            switch Int.random(in: 0..<5, using: &self) {
            case 0: Double(Int.random(in: -4...4, using: &self)) / 2
            case 1: Double(Float(bitPattern: UInt32(truncatingIfNeeded: next())))
            case 2: Double(Float16(bitPattern: UInt16(truncatingIfNeeded: next())))
            case 3: [.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude][Int(next() % 4)]
            default: Double(bitPattern: next())
            }
        return drawn.isNaN || drawn == 0 ? 0 : drawn
    }

    mutating func text() -> String {
        let alphabet: [Character] = ["a", "b", "\"", "\\", "\n", "\u{0}", "é", "e\u{301}", "水", "𐅑", "🇪🇺", " "]
        return String(count().map { _ in alphabet.randomElement(using: &self) ?? "a" })
    }

    /// A short range, now and then one that needs a longer head.
    private mutating func count() -> Range<Int> {
        0..<(next() % 40 == 0 ? Int.random(in: 20..<40, using: &self) : Int.random(in: 0..<5, using: &self))
    }
}
