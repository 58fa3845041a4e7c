/// Text compared by its UTF-8 bytes.
///
/// `String`'s own `==` and `<` follow Unicode equivalence, by which two
/// different keys could be one; on the wire, in the fold's order and on disk a text is its bytes.
package enum Bytewise {
    package static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    }

    package static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    package static func hash(_ text: String, into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8(0xFF))
    }
}
