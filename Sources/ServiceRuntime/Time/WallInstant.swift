internal import CLinux

/// A moment of the wall clock, which steps when somebody sets it: for people, never for decisions.
package struct WallInstant: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z, without leap seconds.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: WallInstant {
        WallInstant(nanoseconds: clinux_realtime_nanoseconds())
    }

    package static func < (left: WallInstant, right: WallInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// RFC 3339 in UTC with 0 to 9 digits of the second's fraction, cut and not rounded.
    package func text(fractionDigits: Int = 3) -> String {
        let second: Int64 = 1_000_000_000
        var seconds = nanoseconds / second
        var fraction = nanoseconds % second
        if fraction < 0 {
            seconds -= 1
            fraction += second
        }
        var day = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            day -= 1
            rest += 86_400
        }
        let date = WallInstant.date(day: day)
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { WallInstant.padded($0, 2) }
        let head =
            "\(WallInstant.padded(date.year, 4))-\(WallInstant.padded(date.month, 2))-"
            + "\(WallInstant.padded(date.day, 2))T\(time.joined(separator: ":"))"
        let digits = max(0, min(9, fractionDigits))
        return digits == 0 ? head + "Z" : head + "." + WallInstant.padded(fraction, 9).prefix(digits) + "Z"
    }

    /// The civil date of a day since 1970-01-01, by the Gregorian calendar's cycle of 400 years.
    ///
    /// Years begin in March here, so that the leap day is a year's last.
    private static func date(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let daysInCycle: Int64 = 146_097
        // Days since 0000-03-01.
        let shifted = day + 719_468
        let cycle = (shifted >= 0 ? shifted : shifted - daysInCycle + 1) / daysInCycle
        let inCycle = shifted - cycle * daysInCycle
        let yearInCycle = (inCycle - inCycle / 1_460 + inCycle / 36_524 - inCycle / 146_096) / 365
        let dayInYear = inCycle - (365 * yearInCycle + yearInCycle / 4 - yearInCycle / 100)
        let monthFromMarch = (5 * dayInYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearInCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayInYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
