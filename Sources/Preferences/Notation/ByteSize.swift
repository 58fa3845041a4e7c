/// A number of bytes, written `64KiB`, `10MiB`, or plainly in bytes.
package struct ByteSize: Hashable, Comparable, Sendable, CustomStringConvertible {
    private struct Unit {
        let name: String
        let bytes: Int64
    }

    private static let units = [
        Unit(name: "TiB", bytes: 1 << 40),
        Unit(name: "GiB", bytes: 1 << 30),
        Unit(name: "MiB", bytes: 1 << 20),
        Unit(name: "KiB", bytes: 1 << 10),
        Unit(name: "B", bytes: 1),
    ]

    package let bytes: Int64

    package init(bytes: Int64) { self.bytes = bytes }

    package init(_ text: String) throws(NotationFault) {
        let quantities = try Quantity.split(text, as: .size)
        guard quantities.count == 1, let quantity = quantities.first else {
            throw NotationFault(.size, .malformed, in: text)
        }
        guard
            let unit = ByteSize.units.first(where: {
                $0.name == quantity.unit || quantity.unit.isEmpty && $0.bytes == 1
            })
        else { throw NotationFault(.size, .unknownUnit(quantity.unit), in: text) }
        guard let bytes = quantity.amount(of: unit.bytes) else { throw NotationFault(.size, .tooLarge, in: text) }
        self.bytes = bytes
    }

    package static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }

    /// In the largest unit that divides it, in plain bytes where none does.
    package var description: String {
        guard bytes != 0, let unit = ByteSize.units.first(where: { bytes.isMultiple(of: $0.bytes) }), unit.bytes > 1
        else {
            return String(bytes)
        }
        return "\(bytes / unit.bytes)\(unit.name)"
    }
}
