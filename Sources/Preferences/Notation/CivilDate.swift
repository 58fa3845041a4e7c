/// A day of the Gregorian calendar, reckoned backwards before its time too, and its number from 1 January 1970.
struct CivilDate: Hashable {
    let year: Int
    let month: Int
    let day: Int

    private static let daysInFourCenturies = 146_097
    /// From 1 March of the year 0 to 1 January 1970.
    private static let epochOffset = 719_468

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Years are counted from March, so that the leap day is the last of its year and months have a regular length:
    /// 153 days in every five of them.
    init(dayNumber: Int) {
        let shifted = dayNumber + CivilDate.epochOffset
        let cycle =
            (shifted >= 0 ? shifted : shifted - CivilDate.daysInFourCenturies + 1) / CivilDate.daysInFourCenturies
        let dayOfCycle = shifted - cycle * CivilDate.daysInFourCenturies
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfCycle + 400 * cycle + (month <= 2 ? 1 : 0)
    }

    var dayNumber: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let cycle = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfCycle = marchYear - 400 * cycle
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfCycle = 365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return CivilDate.daysInFourCenturies * cycle + dayOfCycle - CivilDate.epochOffset
    }

    /// Whether the calendar has this day.
    var exists: Bool {
        (1...12).contains(month) && day >= 1 && CivilDate(dayNumber: dayNumber) == self
    }
}
