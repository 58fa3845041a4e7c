extension Interval: CustomStringConvertible {
    private struct Unit {
        let name: String
        let nanoseconds: Int64
    }

    /// From the largest down, which is also the order in which they are written.
    private static let units = [
        Unit(name: "d", nanoseconds: 86_400_000_000_000),
        Unit(name: "h", nanoseconds: 3_600_000_000_000),
        Unit(name: "m", nanoseconds: 60_000_000_000),
        Unit(name: "s", nanoseconds: 1_000_000_000),
        Unit(name: "ms", nanoseconds: 1_000_000),
        Unit(name: "us", nanoseconds: 1_000),
        Unit(name: "ns", nanoseconds: 1),
    ]

    /// Reads `250ms`, `5s`, `1h30m`, `7d`: whole numbers with units, the larger unit first.
    package init(_ text: String) throws(NotationFault) {
        var total: Int64 = 0
        var allowed = Interval.units[...]
        for quantity in try Quantity.split(text, as: .interval) {
            if quantity.unit.isEmpty { throw NotationFault(.interval, .missingUnit, in: text) }
            guard let index = allowed.firstIndex(where: { $0.name == quantity.unit }) else {
                let isKnown = Interval.units.contains { $0.name == quantity.unit }
                let reason: NotationFault.Reason =
                    isKnown ? .unitOrder(quantity.unit) : .unknownUnit(quantity.unit)
                throw NotationFault(.interval, reason, in: text)
            }
            guard let part = quantity.amount(of: allowed[index].nanoseconds) else {
                throw NotationFault(.interval, .tooLarge, in: text)
            }
            let (sum, overflow) = total.addingReportingOverflow(part)
            if overflow { throw NotationFault(.interval, .tooLarge, in: text) }
            total = sum
            allowed = allowed[(index + 1)...]
        }
        self.init(nanoseconds: total)
    }

    /// The exact span in as few units as it needs, `0s` for none; what `init(_:)` reads back.
    package var description: String {
        var rest = nanoseconds.magnitude
        var text = nanoseconds < 0 ? "-" : ""
        for unit in Interval.units {
            let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.nanoseconds.magnitude)
            if count > 0 { text += "\(count)\(unit.name)" }
            rest = remainder
        }
        return nanoseconds == 0 ? "0s" : text
    }
}
