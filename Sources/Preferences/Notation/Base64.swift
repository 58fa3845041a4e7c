/// Base 64 with the standard alphabet and padding (RFC 4648 §4); every byte string has exactly one text.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    static func append(_ content: [UInt8], to text: inout [UInt8]) {
        for start in stride(from: 0, to: content.count, by: 3) {
            let group = content[start..<min(start + 3, content.count)]
            var bits: UInt32 = 0
            for place in 0..<3 { bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0) }
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
                text.append(place <= group.count ? alphabet[digit] : padding)
            }
        }
    }

    /// Nil unless the text is just what `append` writes.
    static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        let padded = digits.suffix(2).count { $0 == padding }
        var content: [UInt8] = []
        content.reserveCapacity(digits.count / 4 * 3)
        var bits: UInt32 = 0
        var held = 0
        for digit in digits.dropLast(padded) {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                content.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        // What the last digit has beyond whole bytes must be zero, or two texts would mean the same bytes.
        let surplus = bits & (1 << UInt32(held) - 1)
        let isPaddedRight = padded == 0 ? held == 0 : held == 2 * padded
        return surplus == 0 && isPaddedRight ? content : nil
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
