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
        // Sorted by position too, so that of equal keys the last written comes last.
        let order = pairs.indices.sorted { left, right in
            let (leftKey, rightKey) = (pairs[left].0, pairs[right].0)
            if ValueMap.precedes(leftKey, rightKey) { return true }
            return left < right && !ValueMap.precedes(rightKey, leftKey)
        }
        entries = []
        entries.reserveCapacity(pairs.count)
        for index in order {
            let (key, value) = pairs[index]
            if let last = entries.last, Bytewise.equal(last.key, key) { entries.removeLast() }
            entries.append(Entry(key: key, value: value))
        }
    }

    /// Takes entries that are in canonical order already, as a reader has checked.
    init(ordered entries: [Entry]) { self.entries = entries }

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

    static func precedes(_ left: String, _ right: String) -> Bool {
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
