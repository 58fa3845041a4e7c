/// Strings and numbers of a JSON document.
extension JSONReader {
    /// Reads the string whose opening quote is at the cursor.
    mutating func readString() throws(JSONFault) -> String {
        position += 1
        var content: [UInt8] = []
        var plainStart = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                content.append(contentsOf: bytes[plainStart..<position])
                let start = position
                position += 1
                guard let valid = try? UTF8Span(validating: content.span) else {
                    throw fault(.invalidUTF8, at: start)
                }
                return String(copying: valid)
            case UInt8(ascii: "\\"):
                content.append(contentsOf: bytes[plainStart..<position])
                position += 1
                try readEscape(into: &content)
                plainStart = position
            case ..<0x20: throw fault(.rawControl(byte))
            default: position += 1
            }
        }
        throw fault(.expected(.quote))
    }

    private mutating func readEscape(into content: inout [UInt8]) throws(JSONFault) {
        guard let letter = next else { throw fault(.expected(.escape)) }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            let start = position - 1
            position += 1
            content.append(contentsOf: String(try readScalar(from: start)).utf8)
            return
        default: throw fault(.expected(.escape))
        }
        position += 1
    }

    /// The character of one `\u` escape, or of the two of a surrogate pair; the cursor is after the first `u`.
    private mutating func readScalar(from start: Int) throws(JSONFault) -> Unicode.Scalar {
        let unit = try readHexDigits()
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault(.loneSurrogate, at: start)
        }
        let second = try readHexDigits()
        guard UTF16.isTrailSurrogate(second) else { throw fault(.loneSurrogate, at: start) }
        let high = UInt32(unit & 0x3FF)
        let low = UInt32(second & 0x3FF)
        guard let scalar = Unicode.Scalar(0x1_0000 + (high << 10 | low)) else {
            throw fault(.loneSurrogate, at: start)
        }
        return scalar
    }

    private mutating func readHexDigits() throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault(.expected(.hexDigits))
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    mutating func readNumber() throws(JSONFault) -> Value {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        // A leading zero stands alone.
        if !take(UInt8(ascii: "0")) { try skipDigits() }
        var isFloat = false
        if take(UInt8(ascii: ".")) {
            isFloat = true
            try skipDigits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isFloat = true
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard isFloat else {
            guard let number = Int64(text) else { throw fault(.integerOutside64Bits, at: start) }
            return .int(number)
        }
        guard let number = Double(text), number.isFinite else { throw fault(.numberTooLarge, at: start) }
        return .float(isNegative && number == 0 ? 0 : number)
    }

    private mutating func skipDigits() throws(JSONFault) {
        let start = position
        while let byte = next, isDigit(byte) { position += 1 }
        if position == start { throw fault(.expected(.digit)) }
    }
}
