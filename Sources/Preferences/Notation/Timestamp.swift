/// A moment of the wall clock in whole microseconds, of the years 0 to 9999, written as RFC 3339 in UTC.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    private static let second: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * second
    private static let earliest = Int64(CivilDate(year: 0, month: 1, day: 1).dayNumber) * day
    private static let latest = Int64(CivilDate(year: 10_000, month: 1, day: 1).dayNumber) * day - 1

    package let microsecondsSince1970: Int64

    /// A moment outside the years 0 to 9999 becomes the nearest within.
    package init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = Swift.min(Swift.max(microsecondsSince1970, Timestamp.earliest), Timestamp.latest)
    }

    package init(seconds: Int64, microseconds: Int64 = 0) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: Timestamp.second)
        let (sum, sumOverflow) = product.addingReportingOverflow(microseconds)
        self.init(microsecondsSince1970: overflow || sumOverflow ? (seconds < 0 ? .min : .max) : sum)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }

    /// `2026-11-30T12:00:00.123456Z`, always with six digits of a second.
    package var description: String {
        var dayNumber = microsecondsSince1970 / Timestamp.day
        var time = microsecondsSince1970 % Timestamp.day
        if time < 0 {
            dayNumber -= 1
            time += Timestamp.day
        }
        let date = CivilDate(dayNumber: Int(dayNumber))
        let seconds = Int(time / Timestamp.second)
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, to: 2) }.joined(separator: ":")
        return "\(padded(date.year, to: 4))-\(padded(date.month, to: 2))-\(padded(date.day, to: 2))"
            + "T\(clock).\(padded(Int(time % Timestamp.second), to: 6))Z"
    }

    private func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}

extension Timestamp {
    /// Reads RFC 3339 with any offset; digits beyond the microsecond are dropped, a leap second is the next second.
    package init(_ text: String) throws(NotationFault) {
        var digits = TimestampDigits(text)
        let date = CivilDate(
            year: try digits.number(width: 4), month: try digits.number(after: "-", width: 2),
            day: try digits.number(after: "-", width: 2))
        try digits.separator("T", "t", " ")
        let hour = try digits.number(width: 2)
        let minute = try digits.number(after: ":", width: 2)
        let second = try digits.number(after: ":", width: 2)
        let microsecond = try digits.fraction()
        let offset = try digits.offsetMinutes()
        try digits.finish()

        if !date.exists { throw NotationFault(.timestamp, .outOfRange("date"), in: text) }
        if hour > 23 { throw NotationFault(.timestamp, .outOfRange("hour"), in: text) }
        if minute > 59 { throw NotationFault(.timestamp, .outOfRange("minute"), in: text) }
        if second > 60 { throw NotationFault(.timestamp, .outOfRange("second"), in: text) }
        let minutes = (date.dayNumber * 24 + hour) * 60 + minute - offset
        self.init(seconds: Int64(minutes * 60 + second), microseconds: Int64(second == 60 ? 0 : microsecond))
    }
}
