import Preferences
import Testing

@Suite("Durations and sizes as text")
struct IntervalNotationTests {
    static let intervals: [(String, Int64, String)] = [
        ("250ms", 250_000_000, "250ms"), ("5s", 5_000_000_000, "5s"), ("3m", 180_000_000_000, "3m"),
        ("1h30m", 5_400_000_000_000, "1h30m"), ("90m", 5_400_000_000_000, "1h30m"), ("7d", 604_800_000_000_000, "7d"),
        ("0s", 0, "0s"), ("0ms", 0, "0s"), ("1500ms", 1_500_000_000, "1s500ms"),
        ("1d2h3m4s5ms6us7ns", 93_784_005_006_007, "1d2h3m4s5ms6us7ns"),
        ("1ns", 1, "1ns"), ("106751d", 9_223_286_400_000_000_000, "106751d"),
        ("9223372036854775807ns", .max, "106751d23h47m16s854ms775us807ns"),
        ("007s", 7_000_000_000, "7s"),
    ]

    @Test("a duration is read, and written in as few units as it needs", arguments: intervals)
    func interval(text: String, nanoseconds: Int64, written: String) throws {
        let interval = try Interval(text)
        #expect(interval.nanoseconds == nanoseconds)
        #expect(interval.description == written)
        #expect(try Interval(written) == interval)
    }

    static let refusedIntervals: [(String, NotationFault.Reason)] = [
        ("", .empty), ("-5s", .negative), ("5", .missingUnit), ("1h30", .missingUnit), ("s", .missingNumber(offset: 0)),
        (" 5s", .missingNumber(offset: 0)), ("+5s", .missingNumber(offset: 0)), ("5 s", .unknownUnit(" s")),
        ("5s ", .unknownUnit("s ")),
        ("1.5s", .unknownUnit(".")), ("5S", .unknownUnit("S")), ("5w", .unknownUnit("w")),
        ("5sec", .unknownUnit("sec")),
        ("5µs", .unknownUnit("µs")), ("30m1h", .unitOrder("h")), ("1s2s", .unitOrder("s")), ("106752d", .tooLarge),
        ("9223372036854775808ns", .tooLarge), ("106751d24h", .tooLarge), ("99999999999999999999d", .tooLarge),
    ]

    @Test("what is no duration is refused with the reason and what is allowed", arguments: refusedIntervals)
    func refusedInterval(text: String, reason: NotationFault.Reason) {
        #expect { try Interval(text) } throws: {
            let fault = $0 as? NotationFault
            return fault?.reason == reason && fault?.kind == .interval && fault?.description.contains("1h30m") == true
        }
    }

    static let sizes: [(String, Int64, String)] = [
        ("0", 0, "0"), ("4097", 4097, "4097"), ("4096", 4096, "4KiB"), ("64KiB", 65536, "64KiB"),
        ("1MiB", 1 << 20, "1MiB"),
        ("10MiB", 10 << 20, "10MiB"), ("1024KiB", 1 << 20, "1MiB"), ("2GiB", 2 << 30, "2GiB"),
        ("1TiB", 1 << 40, "1TiB"),
        ("7B", 7, "7"), ("0KiB", 0, "0"), ("9223372036854775807", .max, "9223372036854775807"),
    ]

    @Test("a size is read, and written in the largest unit that divides it", arguments: sizes)
    func size(text: String, bytes: Int64, written: String) throws {
        let size = try ByteSize(text)
        #expect(size.bytes == bytes)
        #expect(size.description == written)
        #expect(try ByteSize(written) == size)
    }

    static let refusedSizes: [(String, NotationFault.Reason)] = [
        ("", .empty), ("-1", .negative), ("KiB", .missingNumber(offset: 0)), ("64KB", .unknownUnit("KB")),
        ("64kib", .unknownUnit("kib")),
        ("1.5MiB", .malformed), ("1MiB1KiB", .malformed), ("8388608TiB", .tooLarge), ("9223372036854775808", .tooLarge),
    ]

    @Test("what is no size is refused", arguments: refusedSizes)
    func refusedSize(text: String, reason: NotationFault.Reason) {
        #expect { try ByteSize(text) } throws: { ($0 as? NotationFault)?.reason == reason }
    }
}
