import Foundation
import PreferenceTestSupport
import ServiceRuntime
import Testing

@Suite("Clocks")
struct ClockTests {
    @Test("a moment's text is the calendar's, for all of the years a number of nanoseconds has")
    func text() {
        let formatter = ISO8601DateFormatter()
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            // From the calendar's last change (1582) to the end of the range.
            let second = Int64(random.next() % 21_000_000_000) - 12_000_000_000
            guard second < 9_200_000_000, second > -9_200_000_000 else { continue }
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
            #expect(WallInstant(nanoseconds: second * 1_000_000_000).text(fractionDigits: 0) == expected)
        }
        #expect(WallInstant(nanoseconds: -1).text(fractionDigits: 9) == "1969-12-31T23:59:59.999999999Z")
        #expect(WallInstant(nanoseconds: 1_000).text(fractionDigits: 6) == "1970-01-01T00:00:00.000001Z")
        #expect(WallInstant(nanoseconds: .min).text().hasPrefix("1677-09-21T00:12:43"))
        #expect(WallInstant(nanoseconds: .max).text().hasPrefix("2262-04-11T23:47:16"))
        #expect(abs(Double(WallInstant.now.nanoseconds) / 1e9 - Date().timeIntervalSince1970) < 60)
    }

    @Test("monotonic moments never go back, and their sums stop at the ends")
    func monotonic() {
        let first = MonotonicInstant.now
        let second = MonotonicInstant.now
        #expect(second >= first)
        #expect(second.since(first) >= 0)
        #expect(first.advanced(byNanoseconds: 5).since(first) == 5)
        #expect(first.advanced(byNanoseconds: .max) == MonotonicInstant(nanoseconds: .max))
        #expect(MonotonicInstant(nanoseconds: -2).advanced(byNanoseconds: .min) == MonotonicInstant(nanoseconds: .min))
        #expect(MonotonicInstant(nanoseconds: .max).since(MonotonicInstant(nanoseconds: -1)) == .max)
        #expect(MonotonicInstant(nanoseconds: .min).since(MonotonicInstant(nanoseconds: 1)) == .min)
    }

    @Test("the boot id is the kernel's")
    func boot() throws {
        let text = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let digits = text.filter(\.isHexDigit)
        let id = try BootID.current()
        #expect(id.high == UInt64(digits.prefix(16), radix: 16))
        #expect(id.low == UInt64(digits.suffix(16), radix: 16))
    }
}
