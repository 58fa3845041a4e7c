/// A preference value. Equality is equality of the canonical encoding: texts by their bytes, `1` and `1.0`
/// are two values, floats by their bits (a published float is never NaN and never −0.0).
package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Double)
    case text(String)
    case bytes([UInt8])
    case list([Value])
    case map(ValueMap)
}

/// The entries of a map value, one per key, in canonical order: by length in bytes of the encoded key, then
/// byte-wise (RFC 8949 §4.2.1 over text keys, whose encoded head orders shorter texts first).
package struct ValueMap: Sendable {
    package struct Entry: Sendable {
        package let key: String
        package let value: Value
    }

    /// In canonical order, without a repeated key.
    package private(set) var entries: [Entry]

    /// Of a repeated key the last one stays, as in JSON.
    package init(_ pairs: [(String, Value)] = []) {
        entries = []
        entries.reserveCapacity(pairs.count)
        for (key, value) in pairs { self[key] = value }
    }

    package subscript(key: String) -> Value? {
        get {
            let (index, found) = position(of: key)
            return found ? entries[index].value : nil
        }
        set {
            let (index, found) = position(of: key)
            switch (newValue, found) {
            case (let value?, true): entries[index] = Entry(key: key, value: value)
            case (let value?, false): entries.insert(Entry(key: key, value: value), at: index)
            case (nil, true): entries.remove(at: index)
            case (nil, false): break
            }
        }
    }

    private func position(of key: String) -> (index: Int, found: Bool) {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if ValueMap.precedes(entries[middle].key, key) { low = middle + 1 } else { high = middle }
        }
        return (low, low < entries.count && Bytewise.equal(entries[low].key, key))
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        let (leftCount, rightCount) = (left.utf8.count, right.utf8.count)
        return leftCount == rightCount ? Bytewise.precedes(left, right) : leftCount < rightCount
    }
}

extension ValueMap: Hashable {
    package static func == (left: ValueMap, right: ValueMap) -> Bool {
        left.entries.count == right.entries.count
            && zip(left.entries, right.entries).allSatisfy { Bytewise.equal($0.key, $1.key) && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) {
        for entry in entries {
            Bytewise.hash(entry.key, into: &hasher)
            hasher.combine(entry.value)
        }
    }
}

extension Value: Hashable {
    package static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): Bytewise.equal(left, right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .float(let value): hasher.combine(value.bitPattern)
        case .text(let value): Bytewise.hash(value, into: &hasher)
        case .bytes(let value): hasher.combine(value)
        case .list(let value): hasher.combine(value)
        case .map(let value): hasher.combine(value)
        }
    }
}
