import PreferenceDaemon
import Preferences
import Testing

@Suite("Keys in a configuration")
struct CatalogReadingTests {
    private static let node = "[node]\ntree = \"t\"\n"

    private func definition(_ table: String, key: String = "a") throws -> Definition {
        let text = Self.node + "[keys.\"\(key)\"]\n" + table
        let catalog = try ConfigurationFixture().configuration(text).catalog
        return try #require(catalog.definitions.first)
    }

    @Test("every entry of a key is what the definition says")
    func entries() throws {
        let definition = try definition(
            """
            type = "text"
            policy = "concat"
            default = "none"
            nullable = true
            alias = "b"
            lifetimes = ["held", "ttl"]
            ttl = "3m"
            grace = "0s"
            separator = ", "
            max_bytes = "4KiB"
            unit = "1"
            description = "what it is"
            """)
        var expected = Definition(
            pattern: .exact(try Key("a")), type: .text, policy: .concat, defaultValue: .text("none"))
        expected.nullable = true
        expected.alias = try Key("b")
        expected.lifetimes = [.held, .ttl]
        expected.ttl = .seconds(180)
        expected.grace = .zero
        expected.separator = ", "
        expected.maximumBytes = 4096
        expected.unit = "1"
        expected.summary = "what it is"
        #expect(definition == expected)
    }

    @Test("a pattern may limit its keys")
    func pattern() throws {
        let definition = try definition("type = \"float\"\npolicy = \"mean\"\nmax_keys = 5000\n", key: "host.*")
        #expect(definition.pattern == .prefix("host."))
        #expect(definition.maximumKeys == 5000)
    }

    @Test("every type and every policy of this version is known")
    func vocabulary() throws {
        for type in ValueType.allCases {
            #expect(try definition("type = \"\(type.rawValue)\"\npolicy = \"count\"\n").type == type)
        }
        for policy in Policy.allCases {
            let type = try #require(policy.admittedTypes.first)
            #expect(
                try definition("type = \"\(type.rawValue)\"\npolicy = \"\(policy.rawValue)\"\n").policy == policy)
        }
    }

    @Test(
        "a default is a value of the key's type",
        arguments: [
            ("bool", "true", Value.bool(true)),
            ("int", "-5", .int(-5)),
            ("float", "1.5", .float(1.5)),
            ("float", "2", .float(2)),
            ("float", "-0.0", .float(0)),
            ("float", "inf", .float(.infinity)),
            ("text", "\"a\\n\\\"b\"", .text("a\n\"b")),
            ("bytes", "{ \"$bytes\" = \"AAH/\" }", .bytes([0, 1, 255])),
            ("list", "[1, \"two\", [3.0]]", .list([.int(1), .text("two"), .list([.float(3)])])),
            (
                "map", "{ w = 1, h = { x = true } }",
                .map(ValueMap([("w", .int(1)), ("h", .map(ValueMap([("x", .bool(true))])))]))
            ),
            ("any", "{ \"$$bytes\" = \"x\" }", .map(ValueMap([("$bytes", .text("x"))]))),
        ])
    func defaults(type: String, text: String, value: Value) throws {
        #expect(
            try definition("type = \"\(type)\"\npolicy = \"last\"\ndefault = \(text)\n").defaultValue == value)
    }

    @Test("included files are read in sorted order, each once")
    func include() throws {
        var fixture = ConfigurationFixture()
        fixture.files["/etc/prefd/keys.d/b.toml"] = "[keys.\"b\"]\ntype = \"int\"\npolicy = \"max\"\n"
        fixture.files["/etc/prefd/keys.d/a.toml"] =
            "prefix = \"a.\"\n[keys.\"a.*\"]\ntype = \"int\"\npolicy = \"max\"\n"
        let configuration = try fixture.configuration(
            "include = [\"keys.d/*.toml\", \"keys.d/a.toml\"]\n" + Self.node)
        #expect(
            configuration.files == [
                "/etc/prefd/prefd.toml", "/etc/prefd/keys.d/a.toml", "/etc/prefd/keys.d/b.toml",
            ])
        #expect(configuration.catalog.definitions.map(\.pattern.description) == ["a.*", "b"])
    }

    @Test("a pattern that matches nothing is no fault")
    func emptyInclude() throws {
        let configuration = try ConfigurationFixture().configuration("include = [\"keys.d/*.toml\"]\n" + Self.node)
        #expect(configuration.catalog.isEmpty)
    }

    @Test("a fenced file keeps to its prefix, in keys and aliases")
    func fence() {
        var fixture = ConfigurationFixture()
        fixture.files["/etc/prefd/billing.toml"] = """
            prefix = "billing."
            [keys."billing.total"]
            type = "int"
            policy = "sum"
            alias = "total"
            [keys."bill*"]
            type = "int"
            policy = "sum"
            """
        let loaded = fixture.load("include = [\"billing.toml\"]\n" + Self.node)
        #expect(loaded.errors.map(\.cause) == [.outsideFence, .outsideFence])
        #expect(loaded.errors.map(\.line) == [5, 6])
        #expect(loaded.errors.allSatisfy { $0.file == "/etc/prefd/billing.toml" })
    }

    @Test("a key in two files names both places")
    func twice() throws {
        var fixture = ConfigurationFixture()
        fixture.files["/etc/prefd/more.toml"] = "[keys.\"a\"]\ntype = \"int\"\npolicy = \"max\"\n"
        let loaded = fixture.load(
            "include = [\"more.toml\"]\n" + Self.node + "[keys.\"a\"]\ntype = \"int\"\npolicy = \"max\"\n")
        let error = try #require(loaded.errors.first)
        #expect(loaded.errors.map(\.cause) == [.duplicate])
        #expect(error.description.hasPrefix("/etc/prefd/more.toml:1:7: "))
        #expect(error.message.contains("/etc/prefd/prefd.toml:4:7"))
    }

    @Test("an included file holds keys and nothing else")
    func includedEntries() {
        var fixture = ConfigurationFixture()
        fixture.files["/etc/prefd/more.toml"] = "include = []\nprefx = \"a\"\n[timing]\ngrace = \"1s\"\n"
        fixture.files["/etc/prefd/broken.toml"] = "[keys\n"
        let loaded = fixture.load("include = [\"more.toml\", \"broken.toml\"]\n" + Self.node)
        #expect(loaded.errors.map(\.cause) == [.misplaced, .unknown, .misplaced, .syntax])
        #expect(loaded.errors.map(\.line) == [1, 2, 3, 1])
    }
}
