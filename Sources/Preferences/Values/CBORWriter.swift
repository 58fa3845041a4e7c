/// Writes deterministic CBOR (RFC 8949 §4.2): shortest heads, definite lengths, the shortest float that is exact.
///
/// It appends to a buffer it owns; whoever writes an array or a map sees to it that as many items follow as its head
/// says, and that a map's keys are in canonical order. `value(_:)` sees to both itself.
package struct CBORWriter: Sendable {
    /// Everything written so far.
    package var bytes: [UInt8]

    /// Continues after `bytes`, for instance after a frame's header.
    package init(after bytes: [UInt8] = []) { self.bytes = bytes }

    package init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Starts again without giving the memory back.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func uint(_ value: UInt64) { head(CBORKind.Major.unsigned, value) }

    package mutating func int(_ value: Int64) {
        if value >= 0 {
            head(CBORKind.Major.unsigned, UInt64(value))
        } else {
            head(CBORKind.Major.negative, UInt64(bitPattern: ~value))
        }
    }

    /// Writes −1 − `complement`, which reaches below `Int64.min`.
    package mutating func negative(_ complement: UInt64) { head(CBORKind.Major.negative, complement) }

    package mutating func bytes(_ content: some Collection<UInt8>) {
        head(CBORKind.Major.bytes, UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    package mutating func text(_ content: String) {
        head(CBORKind.Major.text, UInt64(content.utf8.count))
        bytes.append(contentsOf: content.utf8)
    }

    package mutating func arrayHead(_ count: Int) { head(CBORKind.Major.array, UInt64(count)) }

    package mutating func mapHead(_ count: Int) { head(CBORKind.Major.map, UInt64(count)) }

    package mutating func tag(_ number: UInt64) { head(CBORKind.Major.tag, number) }

    package mutating func bool(_ value: Bool) { bytes.append(value ? CBORKind.Initial.true : CBORKind.Initial.false) }

    package mutating func null() { bytes.append(CBORKind.Initial.null) }

    /// Writes any float; that a value's float is neither NaN nor −0.0 is for the caller to keep.
    package mutating func float(_ value: Double) {
        switch ShortestFloat(value) {
        case .half(let bits):
            bytes.append(CBORKind.Initial.float16)
            bigEndian(UInt64(bits), count: 2)
        case .single(let bits):
            bytes.append(CBORKind.Initial.float32)
            bigEndian(UInt64(bits), count: 4)
        case .double(let bits):
            bytes.append(CBORKind.Initial.float64)
            bigEndian(bits, count: 8)
        }
    }

    package mutating func value(_ value: Value) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        case .float(let value): float(value)
        case .text(let value): text(value)
        case .bytes(let value): bytes(value)
        case .list(let elements):
            arrayHead(elements.count)
            for element in elements { self.value(element) }
        case .map(let map):
            mapHead(map.entries.count)
            for entry in map.entries {
                text(entry.key)
                self.value(entry.value)
            }
        }
    }

    mutating func head(_ major: UInt8, _ argument: UInt64) {
        switch argument {
        case ..<24: bytes.append(major | UInt8(argument))
        case ...0xFF:
            bytes.append(major | 24)
            bytes.append(UInt8(argument))
        case ...0xFFFF:
            bytes.append(major | 25)
            bigEndian(argument, count: 2)
        case ...0xFFFF_FFFF:
            bytes.append(major | 26)
            bigEndian(argument, count: 4)
        default:
            bytes.append(major | 27)
            bigEndian(argument, count: 8)
        }
    }

    private mutating func bigEndian(_ value: UInt64, count: Int) {
        for place in stride(from: (count - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(place)))
        }
    }
}
