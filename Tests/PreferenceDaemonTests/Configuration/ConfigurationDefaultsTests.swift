import PreferenceDaemon
import PreferenceTree
import Preferences
import Testing

@Suite("The defaults of a configuration")
struct ConfigurationDefaultsTests {
    private static let node = "[node]\ntree = \"t\"\n"

    @Test("a plain prefd.toml is called after the host, and all is beside the file")
    func plain() throws {
        let configuration = try ConfigurationFixture().configuration(Self.node)
        #expect(configuration.node.name.text == "host7")
        #expect(configuration.node.rank == 0)
        #expect(configuration.node.ephemeral == false)
        #expect(configuration.node.expected == [])
        #expect(configuration.node.forgetAfter == nil)
        #expect(configuration.node.dataDirectory == "/etc/prefd/prefd.data")
        #expect(configuration.listen.clients == [.ipc(path: "/etc/prefd/prefd.sock")])
        #expect(configuration.isLeaf && configuration.isRoot)
        #expect(configuration.timing == Timing())
        #expect(configuration.limits == Limits())
        #expect(configuration.files == ["/etc/prefd/prefd.toml"])
    }

    @Test("an instance is called after the host and its file")
    func instance() throws {
        let configuration = try ConfigurationFixture().configuration(Self.node, from: "conf/rack1.toml")
        #expect(configuration.node.name.text == "host7-rack1")
        #expect(configuration.node.dataDirectory == "/here/conf/rack1.data")
        #expect(configuration.listen.clients == [.ipc(path: "/here/conf/rack1.sock")])
    }

    @Test("under systemd the directories are systemd's")
    func systemd() throws {
        var fixture = ConfigurationFixture()
        fixture.environment.stateDirectory = "/var/lib/prefd/rack1"
        fixture.environment.runtimeDirectory = "/run/prefd"
        let instance = try fixture.configuration(Self.node, from: "/etc/prefd/rack1.toml")
        #expect(instance.node.dataDirectory == "/var/lib/prefd/rack1")
        #expect(instance.listen.clients == [.ipc(path: "/run/prefd/rack1.sock")])
        let plain = try fixture.configuration(Self.node)
        #expect(plain.listen.clients == [.ipc(path: "/run/prefd/prefd.sock")])
    }

    @Test("what came from standard input belongs to the working directory")
    func standardInput() throws {
        let configuration = try ConfigurationFixture().configuration(
            Self.node, from: ConfigurationLoader.standardInput)
        #expect(configuration.node.name.text == "host7")
        #expect(configuration.node.dataDirectory == "/here/prefd.data")
    }

    @Test("relative paths and endpoints are relative to the file")
    func relative() throws {
        let text = """
            [node]
            tree = "t"
            data_dir = "data"
            [listen]
            clients = ["ipc://./a.sock", "ipc:///run/b.sock"]
            children = ["tcp://localhost:7401"]
            [parent]
            endpoints = ["ipc://../up/c.sock"]
            """
        let configuration = try ConfigurationFixture().configuration(text, from: "x/y.toml")
        #expect(configuration.node.dataDirectory == "/here/x/data")
        #expect(configuration.listen.clients == [.ipc(path: "/here/x/a.sock"), .ipc(path: "/run/b.sock")])
        #expect(configuration.listen.children == [.tcp(host: "127.0.0.1", port: 7401)])
        #expect(configuration.parent?.endpoints == [.ipc(path: "/here/x/../up/c.sock")])
        #expect(configuration.isRoot == false && configuration.isLeaf == false)
    }

    @Test("the node is told what the file says")
    func nodeSettings() throws {
        let text = """
            [node]
            name = "rack1"
            tree = "prod"
            rank = -2
            ephemeral = true
            expected = ["a", "b"]
            forget_after = "30d"
            [listen]
            children = ["ipc://c"]
            [timing]
            heartbeat = "2s"
            dead_after = "7s"
            grace = "0s"
            settle = "11s"
            flush = "0s"
            [limits]
            children = 1
            clients = 2
            keys = 3
            frame = "2MiB"
            forget_keys_after = "1h30m"
            keys_per_child = 3
            sources = 5
            ids_per_session = 6
            causes = 7
            [keys."a"]
            type = "int"
            policy = "max"
            """
        let configuration = try ConfigurationFixture().configuration(text)
        let settings = configuration.nodeSettings
        #expect((settings.name.text, settings.tree, settings.rank) == ("rack1", "prod", -2))
        #expect(settings.isEphemeral && settings.acceptsChildren && !settings.hasParent)
        #expect(settings.expected.map(\.text) == ["a", "b"])
        #expect(settings.forgetAfter == .seconds(30 * 86_400))
        #expect(settings.address == "ipc:///etc/prefd/c")
        var timing = Timing()
        timing.heartbeat = .seconds(2)
        timing.deadAfter = .seconds(7)
        timing.grace = .zero
        timing.settle = .seconds(11)
        timing.flush = .zero
        #expect(settings.timing == timing)
        var limits = Limits()
        limits.children = 1
        limits.clients = 2
        limits.keys = 3
        limits.frame = 2 << 20
        limits.forgetKeysAfter = .seconds(5400)
        limits.keysPerChild = 3
        limits.sources = 5
        limits.idsPerSession = 6
        limits.causes = 7
        #expect(settings.limits == limits)
    }
}
