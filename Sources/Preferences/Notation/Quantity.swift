/// One number with its unit, as durations and sizes are made of.
struct Quantity {
    let number: Int64
    /// The letters after the number; empty where there are none.
    let unit: String

    /// Splits `text` into quantities; nothing but digits and letters may occur.
    static func split(_ text: String, as kind: NotationFault.Kind) throws(NotationFault) -> [Quantity] {
        if text.utf8.isEmpty { throw NotationFault(kind, .empty, in: text) }
        if text.utf8.first == UInt8(ascii: "-") { throw NotationFault(kind, .negative, in: text) }
        var quantities: [Quantity] = []
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if digits.isEmpty {
                let offset = text.utf8.distance(from: text.utf8.startIndex, to: rest.startIndex)
                throw NotationFault(kind, .missingNumber(offset: offset), in: text)
            }
            rest = rest[digits.endIndex...]
            let letters = rest.prefix { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[letters.endIndex...]
            guard let number = Int64(Substring(digits)) else { throw NotationFault(kind, .tooLarge, in: text) }
            quantities.append(Quantity(number: number, unit: String(Substring(letters))))
        }
        return quantities
    }

    /// The whole amount in units of one; nil if it exceeds 64 bits.
    func amount(of size: Int64) -> Int64? {
        let (product, overflow) = number.multipliedReportingOverflow(by: size)
        return overflow ? nil : product
    }
}
