import Foundation
import PreferenceTree
import PreferenceWire
import Testing

/// The CDDL of `docs/` against real frames, by a validator that is not ours.
@Suite("The grammar")
struct GrammarTests {
    private static let isInstalled = Python.has("pycddl", "cbor2")
    private static let grammar = Files.root.appending(path: "docs/protocol.cddl")

    /// Golden frames and random ones, each as a line of hex.
    private static func captured(but left: MessageType? = nil, ofEach count: Int = 0) throws -> [String] {
        var encoder = FrameEncoder()
        var frames = try GoldenFrames.all().map(\.frame)
        for type in MessageType.allCases {
            var items = RandomItems(seed: 1000 + UInt64(type.rawValue))
            frames += (0..<count).map { _ in items.frame(type) }
        }
        return frames.filter { $0.message.type != left }.map { frame in
            var bytes: [UInt8] = []
            encoder.encode(frame, into: &bytes)
            return Hex.text(bytes)
        }
    }

    private static func validate(_ lines: [String]) throws -> Python.Run {
        let frames = FileManager.default.temporaryDirectory.appending(path: "frames-\(UUID().uuidString).hex")
        try Data(lines.joined(separator: "\n").utf8).write(to: frames)
        defer { try? FileManager.default.removeItem(at: frames) }
        let script = Files.target.appending(path: "Python/validate_cddl.py")
        return try Python.run(script, [grammar.path, frames.path])
    }

    @Test(
        "frames of every type match it, and nothing can be taken out of it",
        .enabled(if: isInstalled, "pycddl is missing: run make deps"))
    func matches() throws {
        let verdict = try Self.validate(Self.captured(ofEach: 60))
        #expect(verdict.status == 0, "\(verdict.output)")
    }

    @Test(
        "a type that is never captured fails, and so does a member that the grammar does not name",
        .enabled(if: isInstalled, "pycddl is missing: run make deps"))
    func fails() throws {
        let missing = try Self.validate(Self.captured(but: .watermark))
        #expect(missing.status == 1)
        #expect(missing.output.contains("(watermark) was never captured"))

        // A PING whose map has a member 0.
        let ping = try #require(Self.captured().first { Hex.bytes($0)?[5] == MessageType.ping.rawValue })
        let unknown = try Self.validate(Self.captured() + [ping.dropLast(2) + "a10000"])
        #expect(unknown.status == 1)
        #expect(unknown.output.contains("ping has no member 0"))
    }
}
