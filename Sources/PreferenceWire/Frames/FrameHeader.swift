import PreferenceTree

/// The first 32 bytes of every frame, all numbers little endian.
///
/// | bytes | meaning |
/// |---|---|
/// | 0–3 | magic: `PRF` and 1, the number of this header's layout |
/// | 4 | version of the protocol |
/// | 5 | type: a `MessageType` |
/// | 6–7 | flags: bit 0 is set on sequenced frames, the others are 0 |
/// | 8–15 | session; 0 where there is none yet |
/// | 16–23 | sequence |
/// | 24–31 | acknowledged |
package struct FrameHeader: Hashable, Sendable {
    package static let byteCount = 32
    /// `PRF` and 1 as the bytes stand in the frame.
    package static let magic: UInt32 = 0x01_46_52_50
    package static let sequencedFlag: UInt16 = 1

    package var version: UInt8
    /// The number of a `MessageType`; a number that this version does not know survives here.
    package var type: UInt8
    package var flags: UInt16
    package var session: UInt64
    package var sequence: UInt64
    package var acknowledged: UInt64

    package init(
        version: UInt8 = ProtocolVersion.highest, type: MessageType, session: UInt64, sequence: UInt64,
        acknowledged: UInt64
    ) {
        self.version = version
        self.type = type.rawValue
        flags = type.isSequenced ? FrameHeader.sequencedFlag : 0
        self.session = session
        self.sequence = sequence
        self.acknowledged = acknowledged
    }

    /// Appends the 32 bytes.
    package func write(to bytes: inout [UInt8]) {
        append(FrameHeader.magic, to: &bytes)
        append(version, to: &bytes)
        append(type, to: &bytes)
        append(flags, to: &bytes)
        append(session, to: &bytes)
        append(sequence, to: &bytes)
        append(acknowledged, to: &bytes)
    }

    /// Takes the numbers as they stand; what they say is for `check` to judge.
    package init(reading bytes: [UInt8]) throws(WireFault) {
        if bytes.count < FrameHeader.byteCount {
            throw WireFault(.truncatedHeader(bytes: bytes.count), at: bytes.count)
        }
        if load(0, bytes) as UInt32 != FrameHeader.magic { throw WireFault(.magic, at: 0) }
        version = bytes[4]
        type = bytes[5]
        flags = load(6, bytes)
        session = load(8, bytes)
        sequence = load(16, bytes)
        acknowledged = load(24, bytes)
    }

    /// The message's type, once version and flags have been found good.
    package func check() throws(WireFault) -> MessageType {
        if version < ProtocolVersion.lowest || version > ProtocolVersion.highest {
            throw WireFault(.version(version), at: 4, header: self)
        }
        guard let known = MessageType(rawValue: type) else {
            throw WireFault(.unknownType(type), at: 5, header: self)
        }
        if flags != (known.isSequenced ? FrameHeader.sequencedFlag : 0) {
            throw WireFault(.flags(flags), at: 6, header: self)
        }
        return known
    }
}

private func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    for place in 0..<(Number.bitWidth / 8) {
        bytes.append(UInt8(truncatingIfNeeded: number &>> Number(truncatingIfNeeded: place &* 8)))
    }
}

/// The caller has seen that `offset` and what follows it are inside.
private func load<Number: FixedWidthInteger>(_ offset: Int, _ bytes: [UInt8]) -> Number {
    var number: Number = 0
    for place in 0..<(Number.bitWidth / 8) {
        number |= Number(truncatingIfNeeded: bytes[offset + place]) &<< Number(truncatingIfNeeded: place &* 8)
    }
    return number
}
