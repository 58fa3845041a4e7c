/// Why a text is no JSON document that prefd takes, and where.
package struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case expected(Expectation)
        case integerOutside64Bits
        case numberTooLarge
        case duplicateKey(String)
        case loneSurrogate
        case invalidUTF8
        /// A control character that must be written as an escape.
        case rawControl(UInt8)
        case tooDeep
        /// `{"$float": …}` or `{"$bytes": …}` with something else than the mark takes.
        case badMark(JSONMark)
    }

    package enum Expectation: String, Hashable, Sendable {
        case value = "a value"
        case key = "a key in double quotes"
        case keyOrEnd = "a key in double quotes, or }"
        case valueOrEnd = "a value, or ]"
        case colon = ": after the key"
        case commaOrBrace = ", or }"
        case commaOrBracket = ", or ]"
        case digit = "a digit"
        case escape = "one of \" \\ / b f n r t u after the backslash"
        case hexDigits = "four hexadecimal digits after \\u"
        case quote = "the closing quote"
        case end = "nothing more after the value"
    }

    package let reason: Reason
    /// In bytes from the beginning.
    package let offset: Int
    /// From 1.
    package let line: Int
    /// From 1, in characters (Unicode scalars).
    package let column: Int

    init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
        self.reason = reason
        self.offset = offset
        let before = bytes[..<Swift.min(offset, bytes.count)]
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        column = 1 + before[lineStart...].count { !UTF8.isContinuation($0) }
    }

    package var description: String { "line \(line), column \(column): \(sentence)" }

    /// What is wrong and what would be right, without the place.
    package var sentence: String { remedy.map { "\(problem); \($0)" } ?? problem }

    /// What is wrong.
    package var problem: String {
        switch reason {
        case .expected(let expectation): "expected \(expectation.rawValue)"
        case .integerOutside64Bits: "integer outside 64 bits"
        case .numberTooLarge: "number too large for a float"
        case .duplicateKey(let key): "key \"\(key)\" is repeated"
        case .loneSurrogate: "half of a surrogate pair"
        case .invalidUTF8: "text that is not UTF-8"
        case .rawControl(let byte): "control character \(byte) in a string"
        case .tooDeep: "nested deeper than \(JSONReader.maximumDepth)"
        case .badMark(let mark): mark.remedy
        }
    }

    /// What would be right; nil where the problem says it.
    package var remedy: String? {
        switch reason {
        case .expected, .invalidUTF8, .badMark: nil
        case .tooDeep: "make it flatter"
        case .integerOutside64Bits: "write it with a fraction (1.0) for a float"
        case .numberTooLarge: "write {\"$float\":\"inf\"} for infinity"
        case .duplicateKey: "keep one"
        case .loneSurrogate: "write both \\u escapes, or the character itself"
        case .rawControl: "write it as an escape such as \\n"
        }
    }
}
