import PreferenceDaemon
import Preferences
import Testing

@Suite("The effective configuration")
struct EffectiveConfigurationTests {
    private static let full = """
        [node]
        name = "rack1"
        tree = "prod"
        expected = ["a"]
        forget_after = "30d"
        [listen]
        children = ["tcp://127.0.0.1:7400"]
        [timing]
        grace = "1m30s"
        [limits]
        frame = 600000
        [keys."pool.max"]
        type = "float"
        policy = "max"
        default = 1e300
        [keys."odd\\"key\\\\\u{E9}"]
        type = "any"
        policy = "last"
        default = { a = [1, 2.0, { "$bytes" = "AAH/" }], "b:\\"c = d" = "x: \\\\\\"y\\u007F\\n", e = -inf }
        nullable = true
        [keys."host.*"]
        type = "text"
        policy = "concat"
        separator = " \u{203A} "
        lifetimes = ["held", "ttl"]
        ttl = "3m"
        grace = "0s"
        max_bytes = 4097
        max_keys = 7
        unit = "1"
        description = "a\\tb"
        [keys."ui.title"]
        type = "text"
        policy = "first"
        alias = "title"
        [keys."n"]
        type = "float"
        policy = "sum"
        """

    private static let least = "[node]\ntree = \"t\"\n"
    private static let texts = [full, least, least + "[parent]\nendpoints = [\"ipc://p\"]\n"]

    @Test("read again, elsewhere, it is the same configuration", arguments: texts)
    func roundTrip(text: String) throws {
        let loaded = ConfigurationFixture().load(text)
        let configuration = try #require(loaded.configuration, "\(loaded.errors)")
        let dump = EffectiveConfiguration(configuration, origins: loaded.origins).description
        var elsewhere = ConfigurationFixture()
        elsewhere.environment = ConfigurationEnvironment(
            hostName: "other", workingDirectory: "/tmp", stateDirectory: "/s", runtimeDirectory: "/r")
        let again = try elsewhere.configuration(dump, from: "x/other.toml")
        #expect(Configuration.changes(from: configuration, to: again).isEmpty)
        #expect(again.node == configuration.node)
        #expect(again.listen == configuration.listen)
        #expect(again.parent == configuration.parent)
        #expect(again.timing == configuration.timing)
        #expect(again.limits == configuration.limits)
        #expect(again.catalog.definitions == configuration.catalog.definitions)
        #expect(again.catalog.contentHash == configuration.catalog.contentHash)
    }

    @Test("each line says where its value came from")
    func origins() throws {
        var fixture = ConfigurationFixture()
        fixture.environment.runtimeDirectory = "/run/prefd"
        fixture.files["/etc/prefd/more.toml"] = "[keys.\"a\"]\ntype = \"int\"\npolicy = \"max\"\n"
        let loaded = fixture.load("include = [\"more.toml\"]\n[node]\ntree = \"t\"\n[timing]\ngrace = \"5s\"\n")
        let configuration = try #require(loaded.configuration, "\(loaded.errors)")
        let lines = EffectiveConfiguration(configuration, origins: loaded.origins).description.split(separator: "\n")
        for line in [
            "# read from /etc/prefd/more.toml",
            "name = \"host7\"  # default, the host name",
            "tree = \"t\"  # /etc/prefd/prefd.toml:3",
            "data_dir = \"/etc/prefd/prefd.data\"  # default, from the name of the file",
            "# forget_after: never  # default",
            "clients = [\"ipc:///run/prefd/prefd.sock\"]  # default, $RUNTIME_DIRECTORY",
            "grace = \"5s\"  # /etc/prefd/prefd.toml:5",
            "settle = \"10s\"  # default",
            "frame = \"1MiB\"  # default",
            "[keys.\"a\"]  # /etc/prefd/more.toml:1",
            "policy = \"max\"  # /etc/prefd/more.toml:3",
            "# default: null, from the policy  # default",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test("every entry that this version knows is in it")
    func complete() throws {
        let configuration = try ConfigurationFixture().configuration(Self.full)
        let text = EffectiveConfiguration(configuration, origins: [:]).description
        let names = Set(
            text.split(separator: "\n").compactMap { line in
                line.split(whereSeparator: { " :#=".contains($0) }).first.map(String.init)
            })
        for vocabulary in Vocabulary.all where !["", "parent"].contains(vocabulary.table) {
            for entry in vocabulary.known { #expect(names.contains(entry), "\(vocabulary.table) \(entry)") }
        }
    }
}
