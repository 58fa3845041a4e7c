extension CBORReader {
    /// Reads one value.
    ///
    /// What it accepts re-encodes to the very bytes read: that is what canonical means.
    package mutating func readValue(atMostNested limit: Int = Value.maximumDepth) throws(CBORFault) -> Value {
        try readValue(room: limit)
    }

    /// `room`: how many more lists and maps may open.
    private mutating func readValue(room: Int) throws(CBORFault) -> Value {
        switch try peek() {
        case .null:
            try readNull()
            return .null
        case .bool: return .bool(try readBool())
        case .unsigned, .negative: return .int(try readInt())
        case .float: return .float(try readFloat())
        case .text: return .text(try readText())
        case .bytes: return .bytes(try readBytes())
        case .array: return .list(try readList(room: room - 1))
        case .map: return .map(try readMap(room: room - 1))
        case .tag: throw CBORFault(.notAValue(found: .tag), at: position)
        case .simple: throw try simpleFault()
        }
    }

    private mutating func readList(room: Int) throws(CBORFault) -> [Value] {
        if room < 0 { throw CBORFault(.tooDeep, at: position) }
        var elements: [Value] = []
        for _ in 0..<(try readArrayHead()) { elements.append(try readValue(room: room)) }
        return elements
    }

    private mutating func readMap(room: Int) throws(CBORFault) -> ValueMap {
        if room < 0 { throw CBORFault(.tooDeep, at: position) }
        var entries: [ValueMap.Entry] = []
        for _ in 0..<(try readMapHead()) {
            let start = position
            let found = try peek()
            if found != .text { throw CBORFault(.notAValue(found: found), at: start) }
            let key = try readText()
            if let previous = entries.last, !ValueMap.precedes(previous.key, key) {
                throw CBORFault(Bytewise.equal(previous.key, key) ? .duplicateKey : .unsortedKey, at: start)
            }
            entries.append(ValueMap.Entry(key: key, value: try readValue(room: room)))
        }
        return ValueMap(ordered: entries)
    }
}
