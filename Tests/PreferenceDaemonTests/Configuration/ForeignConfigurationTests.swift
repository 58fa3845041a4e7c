import Foundation
import PreferenceDaemon
import PreferenceTestSupport
import Preferences
import Testing

@Suite("Configurations of unknown origin")
struct ForeignConfigurationTests {
    private static let sample = """
        include = ["keys.d/*.toml"]
        [node]
        name = "rack1"
        tree = "prod"
        rank = 3
        expected = ["a", "b"]
        forget_after = "30d"
        [listen]
        clients = ["ipc://a.sock"]
        children = ["tcp://127.0.0.1:7400"]
        [timing]
        grace = "30s"
        [limits]
        frame = "1MiB"
        [keys."pool.*"]
        type = "map"
        policy = "last"
        default = { a = [1, 2.5, { "$bytes" = "AAH/" }] }
        lifetimes = ["held", "ttl"]
        ttl = "3m"
        [keys."ui.title"]
        type = "text"
        policy = "first"

        """

    @Test("a changed text is read or refused, and every diagnostic has a place in it")
    func mutations() {
        var random = SplitMix64(seed: 3)
        let bytes = Array(Self.sample.utf8)
        let alphabet = Array("\"'#=.[]{},\n\\0-+9_einxTZ*$:/@".utf8) + [0x00, 0x7F, 0xC3, 0xFF]
        let loader = ConfigurationFixture().loader
        var (read, refused) = (0, 0)
        for _ in 0..<2000 {
            var mutated = bytes
            for _ in 0...(random.next() % 3) {
                let place = Int(random.next() % UInt64(mutated.count))
                switch random.next() % 3 {
                case 0: mutated[place] = alphabet[Int(random.next() % UInt64(alphabet.count))]
                case 1: mutated.remove(at: place)
                default: mutated.insert(contentsOf: mutated[place...].prefix(8), at: place)
                }
            }
            let loaded = loader.load(mutated, from: "f.toml")
            if loaded.configuration == nil { refused += 1 } else { read += 1 }
            #expect((loaded.configuration == nil) == !loaded.errors.isEmpty)
            let lines = mutated.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(loaded.diagnostics.allSatisfy { (1...lines).contains($0.line) && $0.column >= 1 })
        }
        #expect(read > 0 && refused > 0)
    }

    @Test("what is no regular file is refused at once, whatever it is")
    func noFile() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "prefd-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let pipe = "\(directory)/pipe"
        // unsafe: the path is a terminated copy for the call.
        let made = unsafe mkfifo(pipe, 0o600)
        #expect(made == 0)
        for path in [directory, pipe, "\(directory)/missing.toml", "/dev/zero"] {
            let failure = #expect(throws: UnreadableFile.self) { try ConfigurationFiles.system.contents(path).get() }
            #expect(failure?.description.isEmpty == false)
        }
    }

    @Test("files are found by a pattern, byte-wise sorted, also in a directory with a star in its name")
    func globbing() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "prefd-*-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: "\(directory)/keys.d", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for name in ["b", "a", "B"] {
            let text = "[keys.\"\(name)\"]\ntype = \"int\"\npolicy = \"max\"\n"
            try text.write(toFile: "\(directory)/keys.d/\(name).toml", atomically: true, encoding: .utf8)
        }
        let main = "include = [\"keys.d/*.toml\"]\n[node]\ntree = \"t\"\n[listen]\nclients = [\"ipc:///tmp/s\"]\n"
        try main.write(toFile: "\(directory)/prefd.toml", atomically: true, encoding: .utf8)
        let environment = ConfigurationEnvironment(hostName: "host", workingDirectory: "/")
        let loaded = ConfigurationLoader(environment: environment, files: .system).load("\(directory)/prefd.toml")
        let configuration = try #require(loaded.configuration, "\(loaded.errors)")
        #expect(
            configuration.files.dropFirst().map { $0.dropFirst(directory.count) } == [
                "/keys.d/B.toml", "/keys.d/a.toml", "/keys.d/b.toml",
            ])
        #expect(configuration.catalog.definitions.map(\.pattern.description) == ["B", "a", "b"])
    }

    @Test("this process has a host name and a working directory")
    func environment() {
        let environment = ConfigurationEnvironment.current()
        #expect(!environment.hostName.isEmpty)
        #expect(environment.workingDirectory == FileManager.default.currentDirectoryPath)
    }
}
