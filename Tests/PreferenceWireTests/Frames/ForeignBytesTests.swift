import PreferenceTree
import PreferenceWire
import Preferences
import Testing

/// Bytes from anyone: what is refused, how it is named, and that nothing is misread.
@Suite("Foreign bytes")
struct ForeignBytesTests {
    private static func encoded(_ frame: Frame) -> [UInt8] {
        var encoder = FrameEncoder()
        var bytes: [UInt8] = []
        encoder.encode(frame, into: &bytes)
        return bytes
    }

    private static func fault(_ bytes: [UInt8], limit: Int = FrameLimits.standardBytes) -> WireFault? {
        var decoder = FrameDecoder(limit: limit)
        do {
            _ = try decoder.decode(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// A frame whose body is given.
    private static func frame(_ type: MessageType, _ write: (inout CBORWriter) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        FrameHeader(type: type, session: 1, sequence: 2, acknowledged: 3).write(to: &bytes)
        var writer = CBORWriter(after: bytes)
        write(&writer)
        return writer.bytes
    }

    @Test("a frame that ends early, or goes on, is refused wherever it was cut", arguments: MessageType.allCases)
    func truncated(type: MessageType) {
        var items = RandomItems(seed: 7 + UInt64(type.rawValue))
        for _ in 0..<6 {
            let bytes = Self.encoded(items.frame(type))
            for count in bytes.indices {
                let found = Self.fault(Array(bytes.prefix(count)))
                #expect(found != nil)
                #expect((found?.header != nil) == (count >= FrameHeader.byteCount))
            }
            #expect(Self.fault(bytes + [0])?.reason == .encoding(.trailing))
        }
    }

    @Test("a frame with a changed byte is refused, or is the frame that its bytes say", arguments: MessageType.allCases)
    func flipped(type: MessageType) throws {
        var items = RandomItems(seed: 70 + UInt64(type.rawValue))
        var decoder = FrameDecoder()
        var (refused, read) = (0, 0)
        for _ in 0..<5 {
            let bytes = Self.encoded(items.frame(type))
            for offset in bytes.indices {
                var changed = bytes
                changed[offset] = items.often() ? changed[offset] ^ (1 << UInt8(items.below(8))) : items.number()
                guard let frame = try? decoder.decode(changed) else {
                    refused += 1
                    continue
                }
                read += 1
                let again = Self.encoded(frame)
                if decoder.skippedMembers == 0 {
                    #expect(again == changed)
                } else {
                    #expect(try decoder.decode(again) == frame)
                }
            }
        }
        #expect(refused > 0 && read > 0)
    }

    @Test("bytes without any meaning are refused")
    func noise() {
        var items = RandomItems(seed: 5)
        for _ in 0..<2000 {
            let type = items.pick(MessageType.self)
            let body = items.list(upTo: 60) { $0.number(UInt8.self) }
            let bytes = Self.frame(type) { $0.bytes += body }
            var decoder = FrameDecoder()
            guard let frame = try? decoder.decode(bytes), decoder.skippedMembers == 0 else { continue }
            #expect(Self.encoded(frame) == bytes)
        }
    }

    @Test("a header is refused for its magic, version, flags and type, each by its name")
    func header() {
        let bytes = Self.encoded(Frame(message: .mark))
        func changed(_ offset: Int, _ byte: UInt8) -> WireFault? {
            var bytes = bytes
            bytes[offset] = byte
            return Self.fault(bytes)
        }
        #expect(Self.fault(bytes) == nil)
        for offset in 0..<4 { #expect(changed(offset, 0x7F)?.reason == .magic) }
        #expect(changed(4, 0)?.reason == .version(0))
        #expect(changed(4, 2)?.reason == .version(2))
        #expect(changed(5, 0)?.reason == .unknownType(0))
        #expect(changed(5, 99)?.reason == .unknownType(99))
        #expect(changed(5, 99)?.header?.type == 99)
        #expect(changed(6, 0)?.reason == .flags(0))
        #expect(changed(6, 3)?.reason == .flags(3))
        #expect(changed(7, 1)?.reason == .flags(0x101))
        // MARK is sequenced, PING is not: the flag of one is wrong for the other.
        #expect(changed(5, MessageType.ping.rawValue)?.reason == .flags(1))
        #expect(changed(5, 99)?.answer.code == .unknownType)
        #expect(changed(4, 2)?.answer.code == .malformed)
    }

    @Test("a frame above the limit is refused before it is read")
    func oversize() {
        let bytes = Self.encoded(Frame(message: .ping))
        #expect(Self.fault(bytes, limit: bytes.count) == nil)
        let found = Self.fault(bytes, limit: bytes.count - 1)
        #expect(found?.reason == .oversize(bytes: bytes.count, limit: bytes.count - 1))
        #expect(found?.answer.code == .limit)
    }

    @Test("a number of elements that is only claimed sets nothing aside")
    func claims() {
        for type in [MessageType.verdict, .grant, .roster, .path] {
            let bytes = Self.frame(type) { writer in
                writer.mapHead(1)
                writer.uint(0)
                writer.arrayHead(1 << 40)
            }
            #expect(Self.fault(bytes)?.reason == .encoding(.truncated))
        }
    }

    @Test("a member that is missing, repeated, out of order or redundant is refused")
    func members() {
        func watermark(_ members: [(UInt64, UInt64)]) -> WireFault? {
            Self.fault(
                Self.frame(.watermark) { writer in
                    writer.mapHead(members.count)
                    for (member, value) in members {
                        writer.uint(member)
                        writer.uint(value)
                    }
                })
        }
        #expect(watermark([(0, 1)]) == nil)
        #expect(watermark([])?.reason == .missing(member: 0))
        #expect(watermark([(1, 1)])?.reason == .missing(member: 0))
        #expect(watermark([(0, 1), (0, 1)])?.reason == .encoding(.duplicateKey))
        #expect(watermark([(0, 1), (5, 1), (4, 1)])?.reason == .encoding(.unsortedKey))
        let complete = Self.frame(.roster) { writer in
            writer.mapHead(1)
            writer.uint(2)
            writer.bool(false)
        }
        #expect(Self.fault(complete)?.reason == .redundant)
    }

    @Test("the revision of a change stands alone: not beside that of a snapshot, and not as zero")
    func position() {
        func notify(synced: Bool, position: UInt64?) -> WireFault.Reason? {
            let bytes = Self.frame(.notify) { writer in
                writer.mapHead(3 + (synced ? 1 : 0) + (position == nil ? 0 : 1))
                for member: UInt64 in 0...1 {
                    writer.uint(member)
                    writer.uint(1)
                }
                writer.uint(2)
                writer.value(.list([.int(1), .int(0), .int(0)]))
                if synced {
                    writer.uint(5)
                    writer.value(.list([.int(1), .int(7)]))
                }
                if let position {
                    writer.uint(9)
                    writer.uint(position)
                }
            }
            return Self.fault(bytes)?.reason
        }
        #expect(notify(synced: true, position: nil) == nil)
        #expect(notify(synced: false, position: 7) == nil)
        #expect(notify(synced: false, position: 0) == .redundant)
        #expect(notify(synced: true, position: 7) == .meaningless)
    }

    @Test("an answer may hold the deepest value below many nodes, and has a depth of its own")
    func depth() {
        func nested(_ depth: Int) -> Value { (0..<depth).reduce(Value.int(0)) { value, _ in .list([value]) } }
        func reply(_ depth: Int) -> [UInt8] {
            Self.encoded(Frame(message: .reply(ReplyFrame(id: 1, body: nested(depth)))))
        }
        #expect(Self.fault(reply(Value.maximumDepth + 4)) == nil)
        #expect(Self.fault(reply(ReplyFrame.maximumDepth)) == nil)
        #expect(Self.fault(reply(ReplyFrame.maximumDepth + 1))?.reason == .encoding(.tooDeep))
        let request = RequestFrame(
            id: 1, target: "/", verb: .get, body: ValueMap([("a", nested(Value.maximumDepth))]), timeout: .seconds(1))
        #expect(Self.fault(Self.encoded(Frame(message: .request(request))))?.reason == .encoding(.tooDeep))
    }

    @Test("a verb of a later version leaves the request's id to answer")
    func verb() {
        let bytes = Self.frame(.request) { writer in
            writer.mapHead(4)
            writer.uint(0)
            writer.uint(42)
            writer.uint(1)
            writer.text("/")
            writer.uint(2)
            writer.text("levitate")
            writer.uint(3)
            writer.uint(1)
        }
        #expect(Self.fault(bytes)?.reason == .unknownVerb(request: 42))
    }
}
