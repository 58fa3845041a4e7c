package import PreferenceTree
package import Preferences

/// Why bytes are no frame, where, and the header if that much could be read.
package struct WireFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case truncatedHeader(bytes: Int)
        case oversize(bytes: Int, limit: Int)
        case magic
        case version(UInt8)
        /// Flags that do not belong to the frame's type.
        case flags(UInt16)
        /// A type that this version does not know: answered, not understood (protocol R12).
        case unknownType(UInt8)
        /// The body is not deterministic CBOR, or another item than the one that belongs there.
        case encoding(CBORFault.Reason)
        /// A map without a member that it must have.
        case missing(member: UInt8)
        /// A member that says what its absence says: false, zero, empty.
        case redundant
        /// A number, code or set of bits that has no meaning at its place.
        case meaningless
        case arrayLength(found: Int, wanted: Int)
        case tooLong(bytes: Int, limit: Int)
        case columnsDiffer(ids: Int, values: Int)
        case name(NameFault)
        case exact(ExactFault)
        /// An exact number, or an integer in it, that has a narrower form.
        case notNarrowest
        /// A request for something that this version does not know; the rest of the frame is well.
        case unknownVerb(request: UInt64)
    }

    package var reason: Reason
    /// Where in the frame, in bytes from its start.
    package var offset: Int
    package var header: FrameHeader?

    package init(_ reason: Reason, at offset: Int, header: FrameHeader? = nil) {
        self.reason = reason
        self.offset = offset
        self.header = header
    }

    init(_ fault: CBORFault) { self.init(.encoding(fault.reason), at: fault.offset) }

    package var description: String {
        switch reason {
        case .encoding(let reason): CBORFault(reason, at: offset).description
        default: "\(sentence) at byte \(offset)"
        }
    }

    /// The frame as far as it could be understood, where all that is wrong with it is that it is of a later version.
    package var unknownFrame: UnknownFrame? {
        guard let header, header.flags & ~FrameHeader.sequencedFlag == 0 else { return nil }
        let what: UnknownFrame.What
        switch reason {
        case .unknownType(let type): what = .type(type)
        case .unknownVerb(let request): what = .verb(request: request)
        default: return nil
        }
        let numbers = Frame.Numbers(
            session: header.session, sequence: header.sequence, acknowledged: header.acknowledged,
            isSequenced: header.flags == FrameHeader.sequencedFlag)
        return UnknownFrame(numbers: numbers, what: what)
    }

    /// What the sender is told.
    package var answer: ProtocolFault {
        let code: ProtocolFault.Code =
            switch reason {
            case .unknownType: .unknownType
            case .oversize: .limit
            default: .malformed
            }
        return ProtocolFault(code: code, message: description)
    }
}

extension WireFault {
    private var sentence: String {
        switch reason {
        case .truncatedHeader: "a frame has \(FrameHeader.byteCount) bytes of header, this one ends"
        case .oversize(let bytes, let limit): "a frame has at most \(limit) bytes, this one has \(bytes)"
        case .magic: "no frame of prefd: the first bytes are not PRF and 1"
        case .version(let version):
            "protocol version \(version); this program speaks \(ProtocolVersion.lowest) to \(ProtocolVersion.highest)"
        case .flags(let flags): "flags \(flags) do not belong to the frame's type"
        case .unknownType(let type): "unknown frame type \(type)"
        case .encoding(let reason): "\(reason)"
        case .missing(let member): "member \(member) is missing from the map that ends"
        case .redundant: "a member that says what its absence says; leave it out"
        case .meaningless: "a number or code without a meaning"
        case .arrayLength(let found, let wanted): "an array of \(found) where \(wanted) belong"
        case .tooLong(let bytes, let limit): "a text of \(bytes) bytes where \(limit) are allowed"
        case .columnsDiffer(let ids, let values): "a column of \(ids) keys beside one of \(values) values"
        case .name(let fault): fault.description
        case .exact(let fault): fault.description
        case .notNarrowest: "an exact number that has a narrower form"
        case .unknownVerb: "a verb that this version does not know"
        }
    }
}
