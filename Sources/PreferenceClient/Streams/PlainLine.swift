import PreferenceTree
import Preferences

/// `KEY VALUE`: the key up to the first space or tab, then the value by the key's type, a text just as it is.
enum PlainLine {
    static func statement(
        _ bytes: [UInt8], defaults: StatementDefaults, types: StatementReader.Types
    ) throws(ClientFault) -> Statement {
        let text = try StreamText.decode(bytes)
        let gap = text.utf8.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let key = try StreamText.key(String(text[..<(gap ?? text.endIndex)]))
        let type = try StreamText.type(of: key, types: types)
        guard let gap else {
            throw ClientFault(.node(.invalidValue), "VALUE is missing after \(key)", hint: "write KEY VALUE")
        }
        let value = String(text[text.utf8.index(after: gap)...])
        return defaults.statement(
            .publish(try ValueOperand(.text(value)).value(of: value, key: key, type: type)), key: key)
    }
}

/// What the formats of a stream have in common.
enum StreamText {
    static func decode(_ bytes: [UInt8]) throws(ClientFault) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw ClientFault(.node(.invalidValue), "the line is not UTF-8")
    }

    static func key(_ text: String) throws(ClientFault) -> Key {
        do {
            return try Key(text)
        } catch {
            throw ClientFault(.node(.invalidName), "\(error)")
        }
    }

    static func type(of key: Key, types: StatementReader.Types) throws(ClientFault) -> ValueType {
        if let type = types(key) { return type }
        throw ClientFault(
            .node(.unknownKey), "no definition covers \(key)", hint: "declare it in the root's configuration")
    }
}
