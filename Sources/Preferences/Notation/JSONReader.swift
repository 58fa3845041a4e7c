/// Reads one JSON document (RFC 8259, strictly) into a value.
///
/// A number with a fraction or an exponent is a float, another one an int; −0.0 becomes 0.0; the marks of `JSONMark`
/// become what they mean. Nothing is guessed: a repeated key, half a surrogate pair, an integer outside 64 bits is a
/// fault with its line and column.
package struct JSONReader: Sendable {
    /// Objects and arrays nest at most this deep: twice a value's depth, for the records around values.
    package static let maximumDepth = 2 * Value.maximumDepth

    let bytes: [UInt8]
    var position = 0

    package static func read(_ bytes: [UInt8]) throws(JSONFault) -> Value {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.readValue(depth: 0, or: .value)
        reader.skipSpace()
        if reader.position < bytes.count { throw reader.fault(.expected(.end)) }
        return value
    }

    package static func read(_ text: String) throws(JSONFault) -> Value { try read(Array(text.utf8)) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a value after white space; `expectation` is what to name if there is none.
    private mutating func readValue(depth: Int, or expectation: JSONFault.Expectation) throws(JSONFault) -> Value {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
        case UInt8(ascii: "["): return .list(try readArray(depth: depth + 1))
        case UInt8(ascii: "\""): return .text(try readString())
        case UInt8(ascii: "-"): return try readNumber()
        case let digit? where isDigit(digit): return try readNumber()
        case UInt8(ascii: "t"): return try readWord("true", as: .bool(true), or: expectation)
        case UInt8(ascii: "f"): return try readWord("false", as: .bool(false), or: expectation)
        case UInt8(ascii: "n"): return try readWord("null", as: .null, or: expectation)
        default: throw fault(.expected(expectation))
        }
    }

    private mutating func readWord(
        _ word: String, as value: Value, or expectation: JSONFault.Expectation
    ) throws(JSONFault) -> Value {
        guard bytes[position...].starts(with: word.utf8) else { throw fault(.expected(expectation)) }
        position += word.utf8.count
        return value
    }

    private mutating func readArray(depth: Int) throws(JSONFault) -> [Value] {
        if depth > JSONReader.maximumDepth { throw fault(.tooDeep) }
        position += 1
        var elements: [Value] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try readValue(depth: depth, or: elements.isEmpty ? .valueOrEnd : .value))
            skipSpace()
            if take(UInt8(ascii: "]")) { return elements }
            if !take(UInt8(ascii: ",")) { throw fault(.expected(.commaOrBracket)) }
        }
    }

    private mutating func readObject(depth: Int) throws(JSONFault) -> Value {
        if depth > JSONReader.maximumDepth { throw fault(.tooDeep) }
        let start = position
        position += 1
        var members: [(String, Value)] = []
        var places: [Int] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .map(ValueMap()) }
        while true {
            skipSpace()
            if next != UInt8(ascii: "\"") { throw fault(.expected(members.isEmpty ? .keyOrEnd : .key)) }
            places.append(position)
            let key = try readString()
            skipSpace()
            if !take(UInt8(ascii: ":")) { throw fault(.expected(.colon)) }
            members.append((key, try readValue(depth: depth, or: .value)))
            skipSpace()
            if take(UInt8(ascii: "}")) { break }
            if !take(UInt8(ascii: ",")) { throw fault(.expected(.commaOrBrace)) }
        }
        return try meaning(of: members, at: places, from: start)
    }

    /// The map of an object's members, or what the object means as a mark.
    private func meaning(
        of members: [(String, Value)], at places: [Int], from start: Int
    ) throws(JSONFault) -> Value {
        if members.count == 1, let (key, content) = members.first, JSONMark.isMark(behindDollars: key) {
            guard let mark = JSONMark(rawValue: key) else {
                return .map(ValueMap([(String(key.dropFirst()), content)]))
            }
            guard let value = mark.value(of: content) else { throw fault(.badMark(mark), at: start) }
            return value
        }
        let map = ValueMap(members)
        if map.entries.count != members.count {
            // Byte-wise as the map is: a set of texts would also find those that only look alike.
            var seen: Set<[UInt8]> = []
            for (member, place) in zip(members, places) where !seen.insert(Array(member.0.utf8)).inserted {
                throw fault(.duplicateKey(member.0), at: place)
            }
        }
        return .map(map)
    }
}

extension JSONReader {
    /// The byte at the cursor; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    func fault(_ reason: JSONFault.Reason, at offset: Int? = nil) -> JSONFault {
        JSONFault(reason, at: offset ?? position, in: bytes)
    }
}
