import PreferenceTree
import PreferenceWire
import Testing

@Suite("Frames")
struct RoundTripTests {
    @Test("a frame of every type is read back as it was written", arguments: MessageType.allCases)
    func roundTrip(type: MessageType) throws {
        var items = RandomItems(seed: UInt64(type.rawValue))
        var encoder = FrameEncoder()
        var decoder = FrameDecoder()
        var bytes: [UInt8] = []
        for _ in 0..<300 {
            let frame = items.frame(type)
            bytes.removeAll(keepingCapacity: true)
            encoder.encode(frame, into: &bytes)
            let read = try decoder.decode(bytes)
            #expect(read == frame)
            #expect(decoder.skippedMembers == 0)
            #expect(bytes[5] == type.rawValue)
            #expect((bytes[6] == 1) == frame.message.isSequenced)
        }
    }

    @Test("type and message agree on what is sequenced", arguments: MessageType.allCases)
    func sequenced(type: MessageType) {
        var items = RandomItems(seed: 1)
        let message = items.message(type)
        #expect(message.type == type)
        #expect(message.isSequenced == type.isSequenced)
    }

    @Test("a frame is appended to what the buffer holds, and its body can be appended to another header")
    func appends() throws {
        var encoder = FrameEncoder()
        var bytes: [UInt8] = [1, 2, 3]
        let frame = Frame(session: 7, sequence: 8, acknowledged: 9, message: .watermark(5))
        encoder.encode(frame, into: &bytes)
        #expect(bytes.prefix(3) == [1, 2, 3])

        var body: [UInt8] = []
        encoder.encodeBody(of: frame.message, into: &body)
        var other: [UInt8] = []
        FrameHeader(type: .watermark, session: 70, sequence: 80, acknowledged: 90).write(to: &other)
        other += body
        var decoder = FrameDecoder()
        #expect(try decoder.decode(Array(bytes.dropFirst(3))) == frame)
        #expect(
            try decoder.decode(other)
                == Frame(session: 70, sequence: 80, acknowledged: 90, message: .watermark(5)))
    }

    @Test("a state frame that the receiver keeps is not changed by the next one")
    func scratch() throws {
        var items = RandomItems(seed: 99)
        var encoder = FrameEncoder()
        var decoder = FrameDecoder()
        var kept: [(Frame, Frame)] = []
        for _ in 0..<50 {
            let frame = items.frame(.state)
            var bytes: [UInt8] = []
            encoder.encode(frame, into: &bytes)
            kept.append((frame, try decoder.decode(bytes)))
        }
        for (sent, read) in kept { #expect(sent == read) }
    }
}
