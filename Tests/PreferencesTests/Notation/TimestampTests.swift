import Preferences
import Testing

@Suite("Times as text")
struct TimestampTests {
    static let moments: [(Int64, Int64, String)] = [
        (0, 0, "1970-01-01T00:00:00.000000Z"), (-1, 0, "1969-12-31T23:59:59.000000Z"),
        (0, -1, "1969-12-31T23:59:59.999999Z"),
        (951_782_400, 0, "2000-02-29T00:00:00.000000Z"), (951_868_800, 0, "2000-03-01T00:00:00.000000Z"),
        (1_796_040_000, 123_456, "2026-11-30T12:00:00.123456Z"), (4_107_542_400, 0, "2100-03-01T00:00:00.000000Z"),
        (4_107_456_000, 0, "2100-02-28T00:00:00.000000Z"),
        (-62_167_219_200, 0, "0000-01-01T00:00:00.000000Z"), (253_402_300_799, 999_999, "9999-12-31T23:59:59.999999Z"),
        (1, 2_500_000, "1970-01-01T00:00:03.500000Z"),
    ]

    @Test("a moment is written in UTC and read back", arguments: moments)
    func moment(seconds: Int64, microseconds: Int64, text: String) throws {
        let moment = Timestamp(seconds: seconds, microseconds: microseconds)
        #expect(moment.description == text)
        #expect(try Timestamp(text) == moment)
    }

    @Test("a moment that no four digits can name becomes the nearest one")
    func limits() {
        #expect(Timestamp(seconds: .max, microseconds: .max).description == "9999-12-31T23:59:59.999999Z")
        #expect(Timestamp(seconds: .min, microseconds: .min).description == "0000-01-01T00:00:00.000000Z")
        #expect(Timestamp(microsecondsSince1970: .min) == Timestamp(seconds: .min))
    }

    @Test("every day of the calendar follows the one before")
    func calendar() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var seconds: Int64 = -62_167_219_200
        for year in 0..<10_000 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            // Every day of the years around a rule's turn, the first day of each month elsewhere.
            let isLookedAtClosely = year < 5 || year % 100 < 2 || (1969...1973).contains(year)
            for (month, length) in lengths.enumerated() {
                let days = length + (month == 1 && isLeap ? 1 : 0)
                for day in 0..<days where day == 0 || isLookedAtClosely {
                    let digits = String(10_000_000_000 + year * 1_000_000 + (month + 1) * 1_000 + (day + 1)).dropFirst()
                    let written = Timestamp(seconds: seconds + Int64(day) * 86_400).description
                    let expected = "\(digits.prefix(4))-\(digits.dropFirst(5).prefix(2))-\(digits.suffix(2))"
                    if !written.hasPrefix(expected) { Issue.record("\(expected) is written \(written)") }
                }
                seconds += Int64(days) * 86_400
            }
        }
        #expect(seconds == 253_402_300_800)
    }

    static let readings: [(String, Int64, Int64)] = [
        ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01t00:00:00z", 0, 0), ("1970-01-01 00:00:01Z", 1, 0),
        ("1970-01-01T01:30:00+01:30", 0, 0), ("1969-12-31T18:30:00-05:30", 0, 0), ("1970-01-01T00:00:00-00:00", 0, 0),
        ("1970-01-01T00:00:00.5Z", 0, 500_000), ("1970-01-01T00:00:00.123456789123456789123Z", 0, 123_456),
        ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
    ]

    @Test("RFC 3339 is read with any offset and any fraction", arguments: readings)
    func reading(text: String, seconds: Int64, microseconds: Int64) throws {
        #expect(try Timestamp(text) == Timestamp(seconds: seconds, microseconds: microseconds))
    }

    static let refused: [(String, NotationFault.Reason)] = [
        ("", .malformed), ("2026-11-30", .malformed), ("2026-11-30T12:00:00", .malformed),
        ("2026-11-30T12:00Z", .malformed),
        ("2026-1-30T12:00:00Z", .malformed), ("2026-11-30T12:00:00.Z", .malformed),
        ("2026-11-30T12:00:00Zx", .malformed),
        ("20261130T120000Z", .malformed), ("+026-11-30T12:00:00Z", .malformed),
        ("2026-11-30T12:00:00+1:00", .malformed),
        ("2026-11-30T12:00:00+01:60", .outOfRange("offset")), ("2026-13-01T00:00:00Z", .outOfRange("date")),
        ("2026-00-01T00:00:00Z", .outOfRange("date")), ("2026-02-29T00:00:00Z", .outOfRange("date")),
        ("2026-04-31T00:00:00Z", .outOfRange("date")),
        ("2026-04-00T00:00:00Z", .outOfRange("date")), ("2026-04-01T24:00:00Z", .outOfRange("hour")),
        ("2026-04-01T00:60:00Z", .outOfRange("minute")), ("2026-04-01T00:00:61Z", .outOfRange("second")),
    ]

    @Test("what is no time is refused", arguments: refused)
    func refusal(text: String, reason: NotationFault.Reason) {
        #expect { try Timestamp(text) } throws: { ($0 as? NotationFault)?.reason == reason }
    }
}
