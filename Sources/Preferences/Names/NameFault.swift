/// Why a text is no name.
///
/// `description` says what is allowed, so that the message is also the remedy.
package struct NameFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        case key
        case source = "source name"
        case node = "node name"
    }

    package enum Reason: Hashable, Sendable {
        case empty
        case tooLong(bytes: Int, limit: Int)
        case illegal(scalar: UInt32, offset: Int)
    }

    package let what: Kind
    package let reason: Reason

    package var description: String {
        switch reason {
        case .empty: "a \(what.rawValue) cannot be empty"
        case .tooLong(let bytes, let limit):
            "a \(what.rawValue) has at most \(limit) bytes, this one has \(bytes); use a shorter one"
        case .illegal(let scalar, let offset):
            "U+\(String(scalar, radix: 16, uppercase: true)) at byte \(offset) is not allowed in a \(what.rawValue); "
                + allowed
        }
    }

    private var allowed: String {
        switch what {
        case .key: "use any text without white space, control characters or *"
        case .source: "use any text without control characters"
        case .node: "use letters, digits, '.', '_' and '-'"
        }
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    static func check(_ text: String, what: Kind, limit: Int, allows: (Unicode.Scalar) -> Bool) throws(NameFault) {
        if text.utf8.isEmpty { throw NameFault(what: what, reason: .empty) }
        if text.utf8.count > limit {
            throw NameFault(what: what, reason: .tooLong(bytes: text.utf8.count, limit: limit))
        }
        var offset = 0
        for scalar in text.unicodeScalars {
            if !allows(scalar) {
                throw NameFault(what: what, reason: .illegal(scalar: scalar.value, offset: offset))
            }
            offset += UTF8.width(scalar)
        }
    }
}
