package import PreferenceTree
import Preferences

/// Reads frames from anyone: every fault is thrown, nothing traps, and memory is set aside only for what is there.
///
/// What it accepts has one encoding: unless members were passed over, the frame encodes to the bytes it was read from.
package struct FrameDecoder: Sendable {
    /// The largest frame that is read, header included.
    package let limit: Int
    /// How many members that this version does not know the last frame had (protocol R12).
    package private(set) var skippedMembers = 0
    /// Handed out with each state frame; where the receiver has let go of it by the next, its memory is used again.
    private var state = StateFrame()

    package init(limit: Int = FrameLimits.standardBytes) { self.limit = limit }

    /// Reads one frame that takes all of `bytes`.
    package mutating func decode(_ bytes: [UInt8]) throws(WireFault) -> Frame {
        if bytes.count > limit { throw WireFault(.oversize(bytes: bytes.count, limit: limit), at: limit) }
        let header = try FrameHeader(reading: bytes)
        let type = try header.check()
        do {
            let message = try decodeBody(type, bytes)
            return Frame(
                session: header.session, sequence: header.sequence, acknowledged: header.acknowledged,
                message: message)
        } catch {
            throw WireFault(error.reason, at: error.offset, header: header)
        }
    }

    private mutating func decodeBody(_ type: MessageType, _ bytes: [UInt8]) throws(WireFault) -> Message {
        var reader = BodyReader(bytes, from: FrameHeader.byteCount)
        let message: Message
        if type == .state {
            state.removeAll()
            try state.read(from: &reader)
            message = .state(state)
        } else {
            message = try Message(type, from: &reader)
        }
        try reader.finish()
        skippedMembers = reader.skipped
        return message
    }
}
