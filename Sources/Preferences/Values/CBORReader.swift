/// A cursor over deterministic CBOR (RFC 8949 §4.2) from anyone: every fault is thrown, nothing traps, and no memory is
/// set aside by a number that the bytes merely claim.
///
/// After a fault the cursor is somewhere inside the item at fault; the frame is to be given up.
package struct CBORReader: Sendable {
    package let bytes: [UInt8]
    /// The offset of the next item.
    package private(set) var position: Int
    /// The first offset that is not read.
    package let end: Int

    /// Reads `bytes` from `start` to their end; a start beyond it leaves nothing to read.
    package init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = Swift.max(0, Swift.min(start, bytes.count))
        end = bytes.count
    }

    package var isAtEnd: Bool { position == end }

    /// How many bytes are left.
    package var remaining: Int { end - position }

    /// Throws if anything is left.
    package func finish() throws(CBORFault) {
        if position != end { throw CBORFault(.trailing, at: position) }
    }

    /// What the next item is, without reading it.
    package func peek() throws(CBORFault) -> CBORKind { CBORKind(initial: try initial()) }

    package mutating func readUInt() throws(CBORFault) -> UInt64 { try argument(of: .unsigned) }

    /// An unsigned integer of at most `limit`, for numbers that index or count.
    package mutating func readUInt(atMost limit: UInt64) throws(CBORFault) -> UInt64 {
        let start = position
        let number = try argument(of: .unsigned)
        if number > limit { throw CBORFault(.integerOutOfRange, at: start) }
        return number
    }

    package mutating func readInt() throws(CBORFault) -> Int64 {
        let start = position
        let isNegative = try peek() == .negative
        let magnitude = try argument(of: isNegative ? .negative : .unsigned)
        guard let number = Int64(exactly: magnitude) else { throw CBORFault(.integerOutOfRange, at: start) }
        return isNegative ? ~number : number
    }

    /// The `n` of a negative integer −1 − n.
    package mutating func readNegative() throws(CBORFault) -> UInt64 { try argument(of: .negative) }

    package mutating func readBytes() throws(CBORFault) -> [UInt8] { Array(bytes[try readStringRange(.bytes)]) }

    /// Where a byte string's content lies in `bytes`, without a copy.
    package mutating func readBytesRange() throws(CBORFault) -> Range<Int> { try readStringRange(.bytes) }

    package mutating func readText() throws(CBORFault) -> String {
        let content = try readStringRange(.text)
        let units = bytes.span.extracting(content)
        guard let valid = try? UTF8Span(validating: units) else {
            throw CBORFault(.invalidUTF8, at: content.lowerBound)
        }
        return String(copying: valid)
    }

    /// The number of elements that follow.
    ///
    /// Each takes a byte at least, so it never exceeds what is left.
    package mutating func readArrayHead() throws(CBORFault) -> Int { try count(of: .array, bytesEach: 1) }

    /// The number of pairs that follow.
    package mutating func readMapHead() throws(CBORFault) -> Int { try count(of: .map, bytesEach: 2) }

    package mutating func readTag() throws(CBORFault) -> UInt64 { try argument(of: .tag) }

    package mutating func readTag(_ wanted: UInt64) throws(CBORFault) {
        let start = position
        let found = try argument(of: .tag)
        if found != wanted { throw CBORFault(.wrongTag(found: found, wanted: wanted), at: start) }
    }

    package mutating func readBool() throws(CBORFault) -> Bool {
        let first = try initial(of: .bool)
        position += 1
        return first == CBORKind.Initial.true
    }

    package mutating func readNull() throws(CBORFault) {
        _ = try initial(of: .null)
        position += 1
    }

    /// Reads a null if one is next, and says whether.
    package mutating func readIfNull() throws(CBORFault) -> Bool {
        guard try initial() == CBORKind.Initial.null else { return false }
        position += 1
        return true
    }

    /// A float in its shortest form; NaN and −0.0 are faults.
    package mutating func readFloat() throws(CBORFault) -> Double {
        let start = position
        let first = try initial(of: .float)
        position += 1
        let number: Double
        switch first {
        case CBORKind.Initial.float16:
            number = Double(Float16(bitPattern: UInt16(truncatingIfNeeded: try bigEndian(count: 2, from: start))))
        case CBORKind.Initial.float32:
            number = Double(Float(bitPattern: UInt32(truncatingIfNeeded: try bigEndian(count: 4, from: start))))
        default:
            number = Double(bitPattern: try bigEndian(count: 8, from: start))
        }
        if number.isNaN { throw CBORFault(.notANumber, at: start) }
        if number == 0, number.sign == .minus { throw CBORFault(.negativeZero, at: start) }
        if ShortestFloat(number).encodedSize != position - start { throw CBORFault(.notShortest, at: start) }
        return number
    }

    /// Passes over one item of any kind, whatever it nests.
    ///
    /// It is checked to be well formed and its heads to be shortest; what it means is not looked at. There is no
    /// recursion, so depth costs nothing.
    package mutating func skipItem() throws(CBORFault) {
        var items = 1
        while items > 0 {
            items -= 1
            switch try peek() {
            case .unsigned, .negative: _ = try head()
            case .bytes: _ = try readStringRange(.bytes)
            case .text: _ = try readStringRange(.text)
            case .array: items += try readArrayHead()
            case .map: items += 2 * (try readMapHead())
            case .tag:
                _ = try readTag()
                items += 1
            case .bool, .null: position += 1
            case .float: _ = try readFloat()
            case .simple: throw try simpleFault()
            }
        }
    }
}

extension CBORReader {
    func initial() throws(CBORFault) -> UInt8 {
        if position >= end { throw CBORFault(.truncated, at: position) }
        return bytes[position]
    }

    private func initial(of wanted: CBORKind) throws(CBORFault) -> UInt8 {
        let first = try initial()
        let found = CBORKind(initial: first)
        if found != wanted {
            if found == .simple { throw try simpleFault() }
            throw CBORFault(.unexpected(found: found, wanted: wanted), at: position)
        }
        return first
    }

    /// What is wrong with a simple item that is neither boolean, null nor float.
    func simpleFault() throws(CBORFault) -> CBORFault {
        switch try initial() {
        case 0xFF: CBORFault(.indefiniteLength, at: position)
        case 0xF8, 0xFC...0xFE: CBORFault(.reserved, at: position)
        default: CBORFault(.notAValue(found: .simple), at: position)
        }
    }

    private mutating func argument(of wanted: CBORKind) throws(CBORFault) -> UInt64 {
        _ = try initial(of: wanted)
        return try head()
    }

    /// The argument of the head at the cursor, in shortest form.
    private mutating func head() throws(CBORFault) -> UInt64 {
        let start = position
        let information = try initial() & 0x1F
        position += 1
        switch information {
        case ..<24: return UInt64(information)
        case 24: return try argument(count: 1, least: 24, from: start)
        case 25: return try argument(count: 2, least: 0x100, from: start)
        case 26: return try argument(count: 4, least: 0x1_0000, from: start)
        case 27: return try argument(count: 8, least: 0x1_0000_0000, from: start)
        case 31: throw CBORFault(.indefiniteLength, at: start)
        default: throw CBORFault(.reserved, at: start)
        }
    }

    private mutating func argument(count: Int, least: UInt64, from start: Int) throws(CBORFault) -> UInt64 {
        let number = try bigEndian(count: count, from: start)
        if number < least { throw CBORFault(.notShortest, at: start) }
        return number
    }

    private mutating func bigEndian(count: Int, from start: Int) throws(CBORFault) -> UInt64 {
        if count > remaining { throw CBORFault(.truncated, at: start) }
        var number: UInt64 = 0
        for offset in position..<(position + count) { number = number << 8 | UInt64(bytes[offset]) }
        position += count
        return number
    }

    private mutating func count(of wanted: CBORKind, bytesEach: Int) throws(CBORFault) -> Int {
        let start = position
        let count = try argument(of: wanted)
        if count > UInt64(remaining / bytesEach) { throw CBORFault(.truncated, at: start) }
        return Int(count)
    }

    private mutating func readStringRange(_ wanted: CBORKind) throws(CBORFault) -> Range<Int> {
        let start = position
        let length = try argument(of: wanted)
        if length > UInt64(remaining) { throw CBORFault(.truncated, at: start) }
        let content = position..<(position + Int(length))
        position = content.upperBound
        return content
    }
}
