/// Why a text is no duration, size or time.
///
/// `description` shows the text and what is allowed.
package struct NotationFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable {
        case interval = "duration"
        case size
        case timestamp = "time"

        fileprivate var allowed: String {
            switch self {
            case .interval: "write whole numbers with units, such as 250ms, 5s, 3m, 1h30m or 7d"
            case .size: "write a whole number of bytes, or of KiB, MiB, GiB or TiB, such as 4096 or 64KiB"
            case .timestamp: "write RFC 3339, such as 2026-11-30T12:00:00Z"
            }
        }
    }

    package enum Reason: Hashable, Sendable {
        case empty
        case negative
        case missingUnit
        case unknownUnit(String)
        /// A number was expected at this byte.
        case missingNumber(offset: Int)
        /// A unit that comes after a smaller one or twice.
        case unitOrder(String)
        case tooLarge
        /// Not of the form at all.
        case malformed
        /// A part of a time that no calendar has, such as a month 13.
        case outOfRange(String)
    }

    package let kind: Kind
    package let reason: Reason
    package let text: String

    /// The longest text a message repeats, in characters.
    private static let shownCharacters = 40

    init(_ kind: Kind, _ reason: Reason, in text: String) {
        self.kind = kind
        self.reason = reason
        self.text = text
    }

    package var description: String {
        let shown = text.count > Self.shownCharacters ? text.prefix(Self.shownCharacters) + "…" : text[...]
        return "\"\(shown)\" is no \(kind.rawValue): \(sentence); \(kind.allowed)"
    }

    private var sentence: String {
        switch reason {
        case .empty: "it is empty"
        case .negative: "it is negative"
        case .missingUnit: "the unit is missing"
        case .unknownUnit(let unit): "there is no unit \"\(unit)\""
        case .missingNumber(let offset): "a number is missing at byte \(offset)"
        case .unitOrder(let unit): "\"\(unit)\" comes after a smaller unit or twice"
        case .tooLarge: "it is too large"
        case .malformed: "it has another form"
        case .outOfRange(let part): "the \(part) is out of range"
        }
    }
}
