import PreferenceDaemon
import Testing

/// A text, and where what is wrong with it.
struct FaultyText: Sendable, CustomTestStringConvertible {
    let cause: Diagnostic.Cause
    let line: Int
    let column: Int
    let text: String

    init(_ cause: Diagnostic.Cause, _ line: Int, _ column: Int, _ text: String) {
        self.cause = cause
        self.line = line
        self.column = column
        self.text = text
    }

    var testDescription: String { text }
}

@Suite("What is wrong with a configuration")
struct FaultyConfigurationTests {
    /// A node that lacks nothing, in one line, so that what follows begins in line 3.
    private static let node = "[node]\ntree = \"t\"\n"
    private static let key = node + "[keys.\"a\"]\n"

    static let entries: [FaultyText] = [
        .init(.syntax, 1, 7, "[node]x"),
        .init(.syntax, 3, 13, "[node]\ntree = \"t\"\nname = \"open\n"),
        .init(.missing, 1, 1, ""),
        .init(.missing, 2, 2, "\n[node]\n"),
        .init(.unknown, 3, 2, node + "[nodes]\n"),
        .init(.unknown, 1, 1, "verbose = true\n" + node),
        .init(.unknown, 3, 1, node + "colour = 1\n"),
        .init(.misplaced, 1, 1, "heartbeat = \"1s\"\n" + node),
        .init(.misplaced, 3, 1, node + "clients = []\n"),
        .init(.misplaced, 1, 1, "prefix = \"a.\"\n" + node),
        .init(.wrongType, 1, 8, "node = 1\n"),
        .init(.wrongType, 2, 8, "[node]\ntree = 5\n"),
        .init(.wrongType, 3, 8, node + "name = true\n"),
        .init(.wrongType, 3, 8, node + "rank = \"1\"\n"),
        .init(.wrongType, 3, 13, node + "ephemeral = 1\n"),
        .init(.wrongType, 3, 16, node + "forget_after = 30\n"),
        .init(.illegalValue, 2, 8, "[node]\ntree = \"a b\"\n"),
        .init(.illegalValue, 3, 8, node + "name = \"a/b\"\n"),
        .init(.illegalValue, 3, 8, node + "rank = 3000000000\n"),
        .init(.illegalValue, 3, 12, node + "data_dir = \"\"\n"),
        .init(.illegalValue, 3, 16, node + "forget_after = \"soon\"\n"),
        .init(.notInThisVersion, 3, 2, node + "[security]\n"),
        .init(.notInThisVersion, 3, 3, node + "[[transform]]\nkey = \"a\"\n"),
    ]

    static let places: [FaultyText] = [
        .init(.notInThisVersion, 4, 1, node + "[listen]\nhttp = \"127.0.0.1:7480\"\n"),
        .init(.wrongType, 4, 11, node + "[listen]\nclients = \"ipc://a\"\n"),
        .init(.wrongType, 4, 12, node + "[listen]\nclients = [1]\n"),
        .init(.illegalValue, 4, 12, node + "[listen]\nclients = [\"prefd.sock\"]\n"),
        .init(.illegalValue, 4, 12, node + "[listen]\nclients = [\"ipc://\"]\n"),
        .init(.illegalValue, 4, 12, node + "[listen]\nclients = [\"ipc://@abstract\"]\n"),
        .init(.illegalValue, 4, 12, node + "[listen]\nclients = [\"ipc:///\(String(repeating: "x", count: 107))\"]\n"),
        .init(.illegalValue, 4, 13, node + "[listen]\nchildren = [\"tcp://127.0.0.1\"]\n"),
        .init(.illegalValue, 4, 13, node + "[listen]\nchildren = [\"tcp://127.0.0.1:0\"]\n"),
        .init(.illegalValue, 4, 13, node + "[listen]\nchildren = [\"tcp://127.0.0.1:65536\"]\n"),
        .init(.notInThisVersion, 4, 13, node + "[listen]\nchildren = [\"tcp://[::1]:7400\"]\n"),
        .init(.exposed, 4, 13, node + "[listen]\nchildren = [\"tcp://10.0.0.1:7400\"]\n"),
        .init(.exposed, 4, 13, node + "[listen]\nchildren = [\"tcp://*:7400\"]\n"),
        .init(.exposed, 4, 13, node + "[listen]\nchildren = [\"tcp://127.0.0.1.example:7400\"]\n"),
        .init(.exposed, 4, 12, node + "[listen]\nclients = [\"tcp://0.0.0.0:7400\"]\n"),
        .init(.duplicate, 5, 13, node + "[listen]\nclients = [\"ipc://a\"]\nchildren = [\"ipc:///etc/prefd/a\"]\n"),
        .init(.exposed, 4, 14, node + "[parent]\nendpoints = [\"tcp://10.0.0.1:7400\"]\n"),
        .init(.missing, 3, 2, node + "[parent]\n"),
        .init(.illegalValue, 4, 13, node + "[parent]\nendpoints = []\n"),
        .init(.notInThisVersion, 4, 25, node + "[parent]\nendpoints = [\"ipc://a\", \"ipc://b\"]\n"),
        .init(.notInThisVersion, 5, 1, node + "[parent]\nendpoints = [\"ipc://a\"]\nkeys = []\n"),
        .init(.illegalValue, 4, 14, node + "[parent]\nendpoints = [\"ipc://prefd.sock\"]\n"),
        .init(.misplaced, 5, 2, node + "[parent]\nendpoints = [\"ipc://a\"]\n[keys.\"a\"]\ntype = \"int\"\n"),
        .init(.misplaced, 1, 1, "include = []\n" + node + "[parent]\nendpoints = [\"ipc://a\"]\n"),
        .init(.misplaced, 3, 12, node + "expected = [\"a\"]\n"),
        .init(.duplicate, 3, 18, node + "expected = [\"a\", \"a\"]\n[listen]\nchildren = [\"ipc://c\"]\n"),
        .init(.illegalValue, 3, 13, node + "expected = [\"host7\"]\n[listen]\nchildren = [\"ipc://c\"]\n"),
    ]

    static let numbers: [FaultyText] = [
        .init(.wrongType, 4, 9, node + "[timing]\ngrace = 30\n"),
        .init(.unknown, 4, 1, node + "[timing]\nhartbeat = \"1s\"\n"),
        .init(.illegalValue, 4, 13, node + "[timing]\nheartbeat = \"0s\"\n"),
        .init(.illegalValue, 4, 9, node + "[timing]\nflush = \"1h\"\n"),
        .init(.illegalValue, 4, 10, node + "[timing]\nsettle = \"-1s\"\n"),
        .init(.illegalValue, 4, 14, node + "[timing]\ndead_after = \"1s\"\n"),
        .init(.illegalValue, 4, 13, node + "[timing]\nheartbeat = \"3s\"\n"),
        .init(.wrongType, 4, 12, node + "[limits]\nchildren = \"4\"\n"),
        .init(.illegalValue, 4, 12, node + "[limits]\nchildren = 0\n"),
        .init(.illegalValue, 4, 8, node + "[limits]\nkeys = 9223372036854775807\n"),
        .init(.illegalValue, 4, 9, node + "[limits]\nframe = \"1KiB\"\n"),
        .init(.illegalValue, 4, 9, node + "[limits]\nframe = \"1MB\"\n"),
        .init(.unknown, 4, 1, node + "[limits]\nsource = 5\n"),
    ]

    static let keys: [FaultyText] = [
        .init(.wrongType, 4, 1, node + "[keys]\na = 1\n"),
        .init(.wrongType, 3, 7, node + "[keys.pool.max_temp]\ntype = \"int\"\npolicy = \"max\"\n"),
        .init(.illegalValue, 3, 7, node + "[keys.\"a b\"]\ntype = \"int\"\npolicy = \"max\"\n"),
        .init(.missing, 3, 7, key + "type = \"int\"\n"),
        .init(.missing, 3, 7, key + "policy = \"max\"\n"),
        .init(.illegalValue, 4, 8, key + "type = \"string\"\npolicy = \"first\"\n"),
        .init(.wrongType, 4, 8, key + "type = 1\npolicy = \"first\"\n"),
        .init(.illegalValue, 5, 10, key + "type = \"int\"\npolicy = \"maks\"\n"),
        .init(.notInThisVersion, 5, 10, key + "type = \"int\"\npolicy = \"quantile\"\n"),
        .init(.notInThisVersion, 6, 1, key + "type = \"int\"\npolicy = \"max\"\nmin_nodes = \"90%\"\n"),
        .init(.notInThisVersion, 6, 1, key + "type = \"int\"\npolicy = \"max\"\non_loss = \"keep\"\n"),
        .init(.unknown, 6, 1, key + "type = \"int\"\npolicy = \"max\"\ndefualt = 1\n"),
        .init(.misplaced, 6, 1, key + "type = \"int\"\npolicy = \"max\"\nsettle = \"1s\"\n"),
        .init(.illegalValue, 5, 10, key + "type = \"text\"\npolicy = \"sum\"\n"),
        .init(.illegalValue, 6, 11, key + "type = \"int\"\npolicy = \"max\"\ndefault = \"hot\"\n"),
        .init(.illegalValue, 6, 11, key + "type = \"int\"\npolicy = \"max\"\ndefault = 1.5\n"),
        .init(.illegalValue, 6, 11, key + "type = \"float\"\npolicy = \"max\"\ndefault = nan\n"),
        .init(.illegalValue, 6, 11, key + "type = \"text\"\npolicy = \"last\"\ndefault = 2026-11-30\n"),
        .init(.illegalValue, 6, 11, key + "type = \"bytes\"\npolicy = \"last\"\ndefault = { \"$bytes\" = \"?\" }\n"),
        .init(.illegalValue, 6, 13, key + "type = \"int\"\npolicy = \"max\"\nseparator = \", \"\n"),
        .init(.illegalValue, 6, 12, key + "type = \"int\"\npolicy = \"max\"\nmax_keys = 5\n"),
        .init(.illegalValue, 6, 13, key + "type = \"int\"\npolicy = \"max\"\nmax_bytes = \"64KiB\"\n"),
        .init(.illegalValue, 6, 13, key + "type = \"int\"\npolicy = \"max\"\nlifetimes = []\n"),
        .init(.illegalValue, 6, 14, key + "type = \"int\"\npolicy = \"max\"\nlifetimes = [\"for ever\"]\n"),
        .init(.illegalValue, 7, 7, key + "type = \"int\"\npolicy = \"max\"\nlifetimes = [\"held\"]\nttl = \"1m\"\n"),
        .init(.illegalValue, 6, 9, key + "type = \"int\"\npolicy = \"max\"\nalias = \"a\"\n"),
        .init(.illegalValue, 6, 9, key + "type = \"int\"\npolicy = \"max\"\nalias = \"a b\"\n"),
        .init(
            .duplicate, 6, 9,
            key + "type = \"int\"\npolicy = \"max\"\nalias = \"b\"\n[keys.\"b\"]\ntype = \"int\"\npolicy = \"max\"\n"),
        .init(
            .duplicate, 10, 9,
            key + "type = \"int\"\npolicy = \"max\"\nalias = \"x\"\n"
                + "[keys.\"b\"]\ntype = \"int\"\npolicy = \"max\"\nalias = \"x\"\n"),
        .init(
            .illegalValue, 8, 13,
            node + "[limits]\nframe = \"600KiB\"\n"
                + "[keys.\"a\"]\ntype = \"any\"\npolicy = \"collect\"\nmax_bytes = \"400KiB\"\n"),
        .init(.unreadable, 1, 12, "include = [\"missing.toml\"]\n" + node),
        .init(.wrongType, 1, 11, "include = \"keys.d/*.toml\"\n" + node),
    ]

    @Test("each fault is the only one that is found, in its place", arguments: entries + places + numbers + keys)
    func fault(_ faulty: FaultyText) throws {
        let loaded = ConfigurationFixture().load(faulty.text)
        #expect(loaded.configuration == nil)
        let error = try #require(loaded.errors.first)
        #expect(loaded.errors.count == 1, "\(loaded.errors)")
        #expect(error.cause == faulty.cause, "\(error)")
        #expect((error.line, error.column) == (faulty.line, faulty.column), "\(error)")
        #expect(error.file == "/etc/prefd/prefd.toml")
        #expect(error.description.hasPrefix("/etc/prefd/prefd.toml:\(faulty.line):\(faulty.column): "))
    }

    @Test("every cause of an error has a text that shows it")
    func causes() {
        let shown = Set((Self.entries + Self.places + Self.numbers + Self.keys).map(\.cause))
        let others: Set<Diagnostic.Cause> = [.outsideFence, .risky]
        #expect(shown.union(others) == Set(Diagnostic.Cause.allCases))
    }

    @Test("all faults are found, from top to bottom")
    func all() {
        let loaded = ConfigurationFixture().load(
            """
            verbose = true
            [node]
            name = "a b"
            rank = "high"
            expected = ["a"]
            [timing]
            grace = 30
            dead_after = "1s"
            [keys."a"]
            type = "int"
            policy = "lua"
            """)
        #expect(loaded.errors.map(\.line) == [1, 2, 3, 4, 5, 7, 8, 11])
        #expect(
            loaded.errors.map(\.cause) == [
                .unknown, .missing, .illegalValue, .wrongType, .misplaced, .wrongType, .illegalValue,
                .notInThisVersion,
            ])
    }

    @Test("a near word is offered, a far one is not")
    func suggestions() {
        let near = ConfigurationFixture().load(Self.node + "[timing]\nhartbeat = \"1s\"\n")
        #expect(near.errors.first?.message.contains("did you mean heartbeat?") == true)
        let far = ConfigurationFixture().load(Self.node + "[timing]\nxylophone = \"1s\"\n")
        #expect(far.errors.first?.message.contains("did you mean") == false)
    }

    @Test("a file that cannot be read says why")
    func unreadable() {
        let loaded = ConfigurationFixture().loader.load("/etc/prefd/nowhere.toml")
        #expect(loaded.diagnostics.map(\.cause) == [.unreadable])
        #expect(loaded.diagnostics.first?.description == "/etc/prefd/nowhere.toml:1:1: No such file")
    }

    @Test("a host name that is no node name asks for one")
    func hostName() {
        var fixture = ConfigurationFixture()
        fixture.environment.hostName = "h\u{F6}st"
        let loaded = fixture.load("[node]\ntree = \"t\"\n")
        #expect(loaded.errors.map(\.cause) == [.missing])
    }

    @Test("a default socket in too deep a directory asks for a shorter one")
    func deepDirectory() {
        let directory = "/" + String(repeating: "d/", count: 60)
        let loaded = ConfigurationFixture().load(Self.node, from: directory + "prefd.toml")
        #expect(loaded.errors.map(\.cause) == [.illegalValue])
    }
}
