package import Preferences

/// Partials to rows and back: most are one scalar, whose meaning the policy gives.
extension KeyFold {
    func cell(_ partial: Partial?) -> SlotTable.Cell {
        guard let partial else { return .empty }
        if partial.isNull { return SlotTable.Cell(state: .null) }
        let other = SlotTable.Cell(state: .other, other: partial)
        switch (engine, partial) {
        case (.tournament, .value(.float(let value))) where type == .float && !value.isNaN:
            return SlotTable.Cell(state: .float, bits: SortKey.encode(value + 0.0) ^ complement)
        case (.tournament, .value(.int(let value))) where type == .int:
            return SlotTable.Cell(state: .int, bits: SortKey.encode(value) ^ complement)
        case (.sum, .sum(let number)), (.mean, .mean(let number, count: 1)): return cell(number) ?? other
        case (.count, .count(let value)): return SlotTable.Cell(state: .int, bits: UInt64(bitPattern: value))
        case (.edge, .value(let value)): return cell(value) ?? other
        case (.logic, .value(.bool(let value))): return SlotTable.Cell(state: .bool, bits: value ? 1 : 0)
        case (.mean, .mean), (.comparison, .value), (.growing, .value(.text)), (.growing, .value(.list)): return other
        default: return .empty
        }
    }

    private func cell(_ number: ExactNumber) -> SlotTable.Cell? {
        number.exactInt64.map { SlotTable.Cell(state: .int, bits: UInt64(bitPattern: $0)) }
            ?? number.exactDouble.map { SlotTable.Cell(state: .float, bits: $0.bitPattern) }
    }

    private func cell(_ value: Value) -> SlotTable.Cell? {
        switch value {
        case .int(let value): SlotTable.Cell(state: .int, bits: UInt64(bitPattern: value))
        case .float(let value): SlotTable.Cell(state: .float, bits: value.bitPattern)
        case .bool(let value): SlotTable.Cell(state: .bool, bits: value ? 1 : 0)
        default: nil
        }
    }

    /// The last contribution of a slot; nil when it gives nothing.
    package func contribution(_ slot: Int32) -> Partial? {
        let index = Int(slot)
        let bits = slots.bits[index]
        switch slots.states[index] {
        case .vacant, .empty: return nil
        case .null: return .value(.null)
        case .bool: return .value(.bool(bits != 0))
        case .other: return slots.other(index)
        case .int where engine == .tournament: return .value(.int(SortKey.int(bits ^ complement)))
        case .float where engine == .tournament: return .value(.float(SortKey.double(bits ^ complement)))
        case .int: return Partial(.int(Int64(bitPattern: bits)), under: policy)
        case .float: return Partial(.float(Double(bitPattern: bits)), under: policy)
        }
    }
}
