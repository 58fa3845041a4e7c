package import PreferenceTree
import Preferences

/// Writes frames.
///
/// What it is given is its own side's and is not checked but for columns of unequal length.
/// A buffer whose memory suffices is not allocated again.
package struct FrameEncoder: Sendable {
    package init() {}

    /// Appends one frame to `buffer`.
    package mutating func encode(_ frame: Frame, into buffer: inout [UInt8]) {
        FrameHeader(
            type: frame.message.type, session: frame.session, sequence: frame.sequence,
            acknowledged: frame.acknowledged
        ).write(to: &buffer)
        encodeBody(of: frame.message, into: &buffer)
    }

    /// Appends the body alone.
    ///
    /// One that many sessions get is encoded once and appended to a header for each.
    package mutating func encodeBody(of message: Message, into buffer: inout [UInt8]) {
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        var writer = BodyWriter(after: taken)
        taken = []
        message.write(to: &writer)
        swap(&writer.cbor.bytes, &buffer)
    }
}
