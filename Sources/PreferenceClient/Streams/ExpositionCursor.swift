import PreferenceTree

/// Goes through a line of the text exposition format from left to right.
struct ExpositionCursor {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    static func fault(_ message: String) -> ClientFault { ClientFault(.node(.invalidRequest), message) }

    func unexpected(_ wanted: String) -> ClientFault {
        ExpositionCursor.fault("expected \(wanted) at column \(position + 1)")
    }

    mutating func skipSpace() {
        while let byte = next, ExpositionCursor.isSpace(byte) { position += 1 }
    }

    mutating func metricName() throws(ClientFault) -> String {
        try name(allowsColon: true, wanted: "a metric's name")
    }

    /// What stands before the next space.
    mutating func word(_ wanted: String) throws(ClientFault) -> String {
        let start = position
        while let byte = next, !ExpositionCursor.isSpace(byte) { position += 1 }
        if position == start { throw unexpected(wanted) }
        return try StreamText.decode(Array(bytes[start..<position]))
    }

    /// `{name="value",…}`; a comma may follow the last one.
    mutating func labels() throws(ClientFault) -> [ExpositionSample.Label] {
        position += 1
        var labels: [ExpositionSample.Label] = []
        while true {
            skipSpace()
            if take("}") { return labels }
            let name = try name(allowsColon: false, wanted: "a label's name, or }")
            skipSpace()
            if !take("=") { throw unexpected("= after the label's name") }
            skipSpace()
            labels.append(ExpositionSample.Label(name: name, value: try quoted()))
            skipSpace()
            if !take(","), next != UInt8(ascii: "}") { throw unexpected(", or }") }
        }
    }

    private mutating func name(allowsColon: Bool, wanted: String) throws(ClientFault) -> String {
        let start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9") where position > start: break
            case UInt8(ascii: ":") where allowsColon: break
            default:
                if position == start { throw unexpected(wanted) }
                return String(decoding: bytes[start..<position], as: UTF8.self)
            }
            position += 1
        }
        if position == start { throw unexpected(wanted) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A text in double quotes, with `\\`, `\"` and `\n`.
    private mutating func quoted() throws(ClientFault) -> String {
        if !take("\"") { throw unexpected("\" before the label's value") }
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try StreamText.decode(content)
            case UInt8(ascii: "\\"):
                switch next {
                case UInt8(ascii: "n"): content.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "\\"), UInt8(ascii: "\""): content.append(bytes[position])
                default: throw unexpected("\\, \" or n after the backslash")
                }
                position += 1
            default: content.append(byte)
            }
        }
        throw unexpected("the closing quote")
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
