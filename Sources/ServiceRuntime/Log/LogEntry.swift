/// One thing worth telling: when, how much it matters, the words, and what it is about.
package struct LogEntry: Sendable {
    package let time: WallInstant
    package let level: LogLevel
    package let message: String
    package let fields: [(name: String, value: String)]

    package init(time: WallInstant, level: LogLevel, message: String, fields: [(name: String, value: String)] = []) {
        self.time = time
        self.level = level
        self.message = message
        self.fields = fields
    }

    /// The one line for a stream, without a line break: `2026-12-01T00:00:00.123Z warning words … key=value key="a b"`.
    package var line: String {
        var line = "\(time.text(fractionDigits: 3)) \(level.name) \(LogEntry.oneLine(message))"
        for (name, value) in fields { line += " \(name)=\(LogEntry.quotedIfNeeded(value))" }
        return line
    }

    /// Escapes control characters, so that no content can pretend to be another line or reach a terminal.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { $0 += isControl($1) ? escape($1) : String($1) }
    }

    private static func quotedIfNeeded(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy {
                !isControl($0) && !$0.properties.isWhitespace && $0 != "\"" && $0 != "=" && $0 != "\\"
            }
        guard !isPlain else { return value }
        let inside = value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            default: text += isControl(scalar) ? escape(scalar) : String(scalar)
            }
        }
        return "\"\(inside)\""
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
