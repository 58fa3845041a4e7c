/// What happened, in order: always as a number that two runs of one seed share, and as lines when asked for.
package struct Trace {
    package private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    package private(set) var lines: [String] = []
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
