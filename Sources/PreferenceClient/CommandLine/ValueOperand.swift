import PreferenceTree
package import Preferences

/// Where a verb's value comes from, and how it is to be read once the key's type is known.
package struct ValueOperand: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        case text(String)
        case standardInput
        case file(String)
    }

    package var origin: Origin
    /// `--value-json`: JSON even where the key's type is text.
    package var forcesJSON: Bool

    package init(_ origin: Origin, forcesJSON: Bool = false) {
        self.origin = origin
        self.forcesJSON = forcesJSON
    }

    /// Reads what the origin gave; of a file or stdin the last line's end is not part of a text.
    package func value(of text: String, key: Key, type: ValueType?) throws(ClientFault) -> Value {
        var content = text[...]
        if case .text = origin {} else if content.utf8.last == UInt8(ascii: "\n") { content = content.dropLast() }
        do {
            return try ValueText.read(String(content), type: type, forcesJSON: forcesJSON)
        } catch {
            // A key without a type is one that the node does not declare: it says so, whatever the value.
            if type == nil, !forcesJSON { return .text(String(content)) }
            throw ClientFault(
                .node(.invalidValue),
                "the value of \(key) cannot be read: line \(error.line), column \(error.column): \(error.problem)",
                hint: ValueOperand.remedy(for: error, type: type))
        }
    }

    /// What to write instead: where the text is well but for one thing, that thing; else how a value of the type is
    /// written.
    private static func remedy(for fault: JSONFault, type: ValueType?) -> String {
        switch fault.reason {
        case .integerOutside64Bits where type == .int:
            "write a whole number from \(Int64.min) to \(Int64.max)"
        case .expected: remedy(for: type)
        // It has said so itself.
        case .badMark: ""
        default: fault.remedy ?? remedy(for: type)
        }
    }

    /// How a value of a type is written.
    private static func remedy(for type: ValueType?) -> String {
        switch type {
        case .bool: "write true or false"
        case .int: "write a whole number, such as 42"
        case .float: "write a number, such as 71.5, or {\"$float\":\"inf\"}"
        case .bytes: "write {\"$bytes\":\"BASE64\"}"
        case .list: "write a JSON array, such as [1,2]"
        case .map: "write a JSON object, such as {\"a\":1}"
        case .text, .any, nil: "write JSON; a text has double quotes there, such as \"on\""
        }
    }
}
