import Foundation
import Testing

@Suite("The unit of systemd")
struct UnitTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func run(_ command: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: command)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// The unit as it would be read where prefd is installed; here another program stands in its place.
    private func unit(in scratch: ScratchDirectory) throws -> String {
        let text = try String(contentsOf: UnitTests.root.appending(path: "systemd/prefd@.service"), encoding: .utf8)
        try scratch.write(text.replacing("/usr/bin/prefd ", with: "/bin/true "), to: "prefd@.service")
        return scratch.file("prefd@.service")
    }

    @Test("systemd finds nothing wrong with it")
    func verified() throws {
        let scratch = try ScratchDirectory()
        let result = try run("/usr/bin/systemd-analyze", ["verify", "--man=no", try unit(in: scratch)])
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    @Test("systemd's rating of what it could do is 1.5 at most")
    func confined() throws {
        let scratch = try ScratchDirectory()
        let result = try run(
            "/usr/bin/systemd-analyze", ["security", "--offline=true", "--threshold=15", try unit(in: scratch)])
        #expect(result.status == 0, "\(result.output.suffix(200))")
    }
}
