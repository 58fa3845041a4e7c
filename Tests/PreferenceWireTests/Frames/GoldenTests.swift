import Foundation
import PreferenceTree
import PreferenceWire
import Testing

@Suite("Golden bytes")
struct GoldenTests {
    /// Set `PREFD_REWRITE_GOLDEN=1` to write the files anew; what then differs in the diff is a change of the protocol.
    private static let rewrites = ProcessInfo.processInfo.environment["PREFD_REWRITE_GOLDEN"] == "1"

    @Test("every golden frame encodes to its file and is read back from it")
    func golden() throws {
        var encoder = FrameEncoder()
        var decoder = FrameDecoder()
        for (name, frame) in try GoldenFrames.all() {
            let file = Files.golden.appending(path: name + ".hex")
            var bytes: [UInt8] = []
            encoder.encode(frame, into: &bytes)
            if Self.rewrites { try Data(Hex.file(bytes).utf8).write(to: file) }
            let written = try #require(Hex.bytes(String(decoding: try Data(contentsOf: file), as: UTF8.self)))
            #expect(Hex.text(bytes) == Hex.text(written), "\(name)")
            #expect(try decoder.decode(written) == frame, "\(name)")
        }
    }

    @Test("every type has a golden frame, and every file a frame")
    func complete() throws {
        let frames = try GoldenFrames.all()
        #expect(Set(frames.map(\.frame.message.type)) == Set(MessageType.allCases))
        let files = try FileManager.default.contentsOfDirectory(atPath: Files.golden.path)
        #expect(Set(files) == Set(frames.map { $0.name + ".hex" }))
    }
}
