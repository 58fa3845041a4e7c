import Foundation
import PreferenceDaemon
import Preferences
import Testing

@Suite("The configurations in config/")
struct SampleConfigurationTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "config").resolvingSymlinksInPath()
        .path

    private static let loader = ConfigurationLoader(
        environment: ConfigurationEnvironment(hostName: "host", workingDirectory: "/w"), files: .system)

    /// Every file below `config/` that is the main file of a daemon.
    private static let mains =
        ["root", "aggregator", "leaf", "demo/root", "demo/rack", "demo/leaf-a", "demo/leaf-b"].map { $0 + ".toml" }

    private func configuration(_ file: String) throws -> Configuration {
        let loaded = Self.loader.load("\(Self.directory)/\(file)")
        #expect(loaded.errors == [])
        return try #require(loaded.configuration)
    }

    @Test("each is in use as it stands; only the unguarded TCP port is a risk", arguments: mains)
    func loads(file: String) throws {
        let loaded = Self.loader.load("\(Self.directory)/\(file)")
        #expect(loaded.errors == [])
        #expect(loaded.configuration != nil)
        #expect(loaded.warnings.allSatisfy { $0.message.contains("tcp://127.0.0.1") }, "\(loaded.warnings)")
    }

    @Test("none is forgotten here")
    func complete() throws {
        let examples = try configuration("root.toml").files.dropFirst().map { $0.dropFirst(Self.directory.count + 1) }
        let found = try #require(FileManager.default.enumerator(atPath: Self.directory)).compactMap { $0 as? String }
        let files = found.filter { $0.hasSuffix(".toml") }
        #expect(Set(files) == Set(Self.mains + examples.map(String.init)))
    }

    @Test("what a comment shows as a default is the default", arguments: mains)
    func comments(file: String) throws {
        let text = try String(contentsOfFile: "\(Self.directory)/\(file)", encoding: .utf8)
        let path = "\(Self.directory)/\(file)"
        let plain = try #require(Self.loader.load(path).configuration)
        let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // `# entry = value` is a default; `forget_after` shows what it would look like.
            let isDefault = line.contains(#/^\# [a-z_]+ = /#) && !line.hasPrefix("# forget_after")
            return isDefault ? line.dropFirst(2) : line
        }.joined(separator: "\n")
        let loaded = Self.loader.load(Array(uncommented.utf8), from: path)
        let explicit = try #require(loaded.configuration, "\(loaded.errors)")
        #expect(Configuration.changes(from: plain, to: explicit).isEmpty)
    }

    @Test("parents listen where their children look for them")
    func links() throws {
        for (child, parent) in [
            ("leaf", "aggregator"), ("aggregator", "root"), ("demo/leaf-a", "demo/rack"), ("demo/leaf-b", "demo/rack"),
            ("demo/rack", "demo/root"),
        ] {
            let below = try configuration("\(child).toml")
            let above = try configuration("\(parent).toml")
            #expect(below.node.tree == above.node.tree)
            #expect(above.node.expected.contains(below.node.name))
            let endpoint = try #require(below.parent?.endpoints.first)
            #expect(above.listen.children.contains(endpoint))
        }
    }

    @Test("the examples define what they tell of")
    func examples() throws {
        let catalog = try configuration("root.toml").catalog
        let title = try #require(catalog.resolve(try Key("title")))
        #expect(title.key.text == "ui.title")
        #expect(title.definition.policy == .first)
        for (key, policy) in [
            ("title.last", Policy.last), ("title.first", .first), ("title.all", .concat), ("layout.size", .last),
            ("layout.child.height", .last), ("layout.rectangle.width", .max), ("scroll.offset", .last),
        ] {
            #expect(catalog.resolve(try Key(key))?.definition.policy == policy, "\(key)")
        }
        #expect(catalog.resolve(try Key("layout.size"))?.definition.nullable == true)
        #expect(catalog.resolve(try Key("layout.size"))?.definition.type == .map)
        #expect(catalog.resolve(try Key("title.all"))?.definition.separator == " ")
    }
}
