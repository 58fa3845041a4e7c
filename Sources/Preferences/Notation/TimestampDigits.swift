/// The characters of a written time, taken from left to right.
struct TimestampDigits {
    private let text: String
    private var rest: Substring.UTF8View

    init(_ text: String) {
        self.text = text
        rest = text[...].utf8
    }

    private var malformed: NotationFault { NotationFault(.timestamp, .malformed, in: text) }

    mutating func separator(_ allowed: Unicode.Scalar...) throws(NotationFault) {
        guard let byte = rest.first, allowed.contains(Unicode.Scalar(byte)) else { throw malformed }
        rest.removeFirst()
    }

    /// Exactly `width` digits.
    mutating func number(width: Int) throws(NotationFault) -> Int {
        var number = 0
        for _ in 0..<width {
            guard let digit = digit() else { throw malformed }
            number = number * 10 + digit
        }
        return number
    }

    mutating func number(after mark: Unicode.Scalar, width: Int) throws(NotationFault) -> Int {
        try separator(mark)
        return try number(width: width)
    }

    /// The microseconds of `.123456`, of any number of digits; zero where there is no point.
    mutating func fraction() throws(NotationFault) -> Int {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        rest.removeFirst()
        var microseconds = 0
        var weight = 100_000
        guard rest.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) == true else { throw malformed }
        while let digit = digit() {
            microseconds += digit * weight
            weight /= 10
        }
        return microseconds
    }

    /// `Z`, or `+01:30` as minutes east.
    mutating func offsetMinutes() throws(NotationFault) -> Int {
        let sign: Int
        switch rest.first {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): sign = 0
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: throw malformed
        }
        rest.removeFirst()
        if sign == 0 { return 0 }
        let hours = try number(width: 2)
        let minutes = try number(after: ":", width: 2)
        if hours > 23 || minutes > 59 { throw NotationFault(.timestamp, .outOfRange("offset"), in: text) }
        return sign * (hours * 60 + minutes)
    }

    func finish() throws(NotationFault) {
        if !rest.isEmpty { throw malformed }
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }
}
