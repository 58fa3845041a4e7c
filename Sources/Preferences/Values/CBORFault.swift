/// Why bytes are not the deterministic CBOR that prefd speaks (RFC 8949 §4.2), and where.
package struct CBORFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// An item, or the number of items it announces, goes beyond the end of the buffer.
        case truncated
        /// Bytes follow the last item.
        case trailing
        /// Additional information 28 to 30, an unassigned simple value, or a stray break.
        case reserved
        /// An item without a length, closed by a break.
        case indefiniteLength
        /// A head or a float that has a shorter form.
        case notShortest
        /// Another item than the reader asked for.
        case unexpected(found: CBORKind, wanted: CBORKind)
        /// An item that is no `Value`: a tag, or a map key that is not text.
        case notAValue(found: CBORKind)
        /// A tag other than the one asked for.
        case wrongTag(found: UInt64, wanted: UInt64)
        /// A map key that does not come after the one before it in canonical order.
        case unsortedKey
        case duplicateKey
        case invalidUTF8
        /// NaN has no place in a value.
        case notANumber
        /// A value's zero is `0.0`.
        case negativeZero
        /// An integer that does not fit what it is read into.
        case integerOutOfRange
        /// A typed array whose byte string is no whole number of elements.
        case raggedColumn(bytes: Int, element: Int)
        /// Lists and maps nested deeper than `Value.maximumDepth`.
        case tooDeep
    }

    package let reason: Reason
    /// The offset in the reader's buffer of the item, or of the byte, that is at fault.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    package var description: String { "\(sentence) at byte \(offset)" }

    private var sentence: String {
        switch reason {
        case .truncated: "the item goes beyond the end"
        case .trailing: "bytes follow the last item"
        case .reserved: "reserved CBOR head"
        case .indefiniteLength: "indefinite length; send the length"
        case .notShortest: "not the shortest form"
        case .unexpected(let found, let wanted): "\(found) where \(wanted) belongs"
        case .notAValue(let found): "\(found) in a place where a value, or a text key, belongs"
        case .wrongTag(let found, let wanted): "tag \(found) where tag \(wanted) belongs"
        case .unsortedKey: "map key out of canonical order"
        case .duplicateKey: "map key repeated"
        case .invalidUTF8: "text that is not UTF-8"
        case .notANumber: "NaN in a value"
        case .negativeZero: "-0.0 in a value; send 0.0"
        case .integerOutOfRange: "integer out of range"
        case .raggedColumn(let bytes, let element): "column of \(bytes) bytes with elements of \(element)"
        case .tooDeep: "lists and maps nested too deep"
        }
    }
}
