internal import Preferences

/// Values as TOML writes them, in one line.
enum TOMLText {
    static func quoted(_ text: String) -> String { value(.text(text)) }

    static func list(_ texts: [String]) -> String { value(.list(texts.map { .text($0) })) }

    static func size(_ bytes: Int) -> String { quoted("\(ByteSize(bytes: Int64(bytes)))") }

    /// What `SettingNotation.value(of:)` reads back, for every value that a configuration can hold: all without null.
    ///
    /// TOML in one line differs from JSON in one line by `=` for `:`, and in that a DEL has to be escaped.
    static func value(_ value: Value) -> String {
        var text: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in JSONWriter.text(of: value).utf8 {
            switch byte {
            case UInt8(ascii: ":") where !isInString: text += " = ".utf8
            case UInt8(ascii: ",") where !isInString: text += ", ".utf8
            case 0x7F: text += "\\u007F".utf8
            default: text.append(byte)
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
