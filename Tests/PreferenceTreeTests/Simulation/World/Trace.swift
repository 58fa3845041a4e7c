/// What happened, in order: always as a number that two runs of one seed share, and as lines when asked for.
struct Trace {
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    let keepsLines: Bool

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    mutating func note(_ time: Int64, _ what: UInt64, _ who: Int, _ line: @autoclosure () -> String) {
        for word in [UInt64(bitPattern: time), what, UInt64(who)] { hash = (hash ^ word) &* 0x0000_0100_0000_01B3 }
        if keepsLines { lines.append("\(Trace.stamp(time)) \(line())") }
    }

    private static func stamp(_ time: Int64) -> String {
        let millis = time / 1_000_000
        let whole = String(millis / 1000)
        let rest = String(millis % 1000)
        return String(repeating: " ", count: max(0, 4 - whole.count)) + whole + "."
            + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

/// What the runs of many seeds came to; a zero means that something was never tried.
struct Counters: Sendable {
    private(set) var counts: [String: Int] = [:]

    mutating func add(_ name: String, _ number: Int = 1) { counts[name, default: 0] += number }

    mutating func add(_ other: Counters) { counts.merge(other.counts, uniquingKeysWith: +) }

    subscript(name: String) -> Int { counts[name] ?? 0 }

    var summary: String { counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") }
}
