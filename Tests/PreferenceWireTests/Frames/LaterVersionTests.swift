import PreferenceTree
import PreferenceWire
import Preferences
import Testing

/// Frames of a later version, whose maps have members that this one does not know.
@Suite("Members of a later version")
struct LaterVersionTests {
    @Test("an optional member that nobody knows is passed over in every type", arguments: MessageType.allCases)
    func passedOver(type: MessageType) throws {
        var items = RandomItems(seed: 300 + UInt64(type.rawValue))
        var encoder = FrameEncoder()
        var decoder = FrameDecoder()
        for _ in 0..<50 {
            let frame = items.frame(type)
            var bytes: [UInt8] = []
            encoder.encode(frame, into: &bytes)
            // Every map has less than 22 members, so that its head is one byte that counts them.
            bytes[FrameHeader.byteCount] += 2
            var writer = CBORWriter(after: bytes)
            writer.uint(30)
            writer.value(items.value())
            writer.uint(1000)
            writer.tag(70)
            writer.bytes([1, 2, 3, 4] as [UInt8])
            #expect(try decoder.decode(writer.bytes) == frame)
            #expect(decoder.skippedMembers == 2)
        }
    }

    @Test("a member that nobody knows is passed over inside a list, and between members that are known")
    func nested() throws {
        var bytes: [UInt8] = []
        FrameHeader(type: .published, session: 1, sequence: 2, acknowledged: 3).write(to: &bytes)
        var writer = CBORWriter(after: bytes)
        writer.mapHead(4)
        writer.uint(0)
        writer.uint(5)
        writer.uint(1)
        writer.uint(0)
        writer.uint(2)
        writer.arrayHead(1)
        writer.arrayHead(2)
        writer.uint(0)
        writer.mapHead(3)
        writer.uint(0)
        writer.text("limit")
        writer.uint(1)
        writer.text("full")
        writer.uint(200)
        writer.arrayHead(1)
        writer.mapHead(0)
        writer.uint(3)
        writer.uint(1)
        var decoder = FrameDecoder()
        let failure = PublishedFrame.Failure(index: 0, fault: RequestFault(code: .limit, message: "full"))
        let published = PublishedFrame(id: 5, stage: .node, failures: [failure], retracted: 1)
        #expect(
            try decoder.decode(writer.bytes)
                == Frame(session: 1, sequence: 2, acknowledged: 3, message: .published(published)))
        #expect(decoder.skippedMembers == 1)
    }

    @Test("what is passed over must be well formed all the same")
    func malformed() {
        var bytes: [UInt8] = []
        FrameHeader(type: .ping, session: 1, sequence: 2, acknowledged: 3).write(to: &bytes)
        // {0: an array of indefinite length}
        bytes += [0xA1, 0x00, 0x9F, 0xFF]
        var decoder = FrameDecoder()
        #expect {
            try decoder.decode(bytes)
        } throws: { error in
            (error as? WireFault)?.reason == .encoding(.indefiniteLength)
        }
    }
}
