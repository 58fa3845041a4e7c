import Preferences
import Testing

@Suite("The catalog")
struct CatalogTests {
    private func define(
        _ pattern: String, _ type: ValueType = .float, _ policy: Policy = .max, alias: String? = nil
    ) throws -> Definition {
        var definition = Definition(pattern: try KeyPattern(pattern), type: type, policy: policy)
        definition.alias = try alias.map { try Key($0) }
        return definition
    }

    @Test("an exact key wins over a pattern, a longer prefix over a shorter")
    func precedence() throws {
        let catalog = Catalog(
            try [
                define("*"), define("host.*"), define("host.cpu.*"), define("host.cpu.load"),
                define("x", alias: "host.y"),
            ])
        func pattern(_ name: String) throws -> String? {
            try catalog.resolve(Key(name))?.definition.pattern.description
        }
        #expect(try pattern("host.cpu.load") == "host.cpu.load")
        #expect(try pattern("host.cpu.loads") == "host.cpu.*")
        #expect(try pattern("host.mem") == "host.*")
        #expect(try pattern("hos") == "*")
        #expect(try catalog.resolve(Key("host.mem"))?.key == Key("host.mem"))
        #expect(try catalog.resolve(Key("host.y"))?.key == Key("x"))
        #expect(try Catalog([define("host.*")]).resolve(Key("other")) == nil)
        #expect(catalog.definitions.map(\.pattern.description) == ["*", "host.*", "host.cpu.*", "host.cpu.load", "x"])
        #expect(catalog[try KeyPattern("host.*")]?.pattern == (try KeyPattern("host.*")))
    }

    @Test("keys and aliases cannot collide")
    func collisions() throws {
        let x = try KeyPattern("x")
        let y = try KeyPattern("y")
        let alias = try Key("a")
        let other = try Key("y")
        #expect(Catalog.faults(in: try [define("x"), define("x", .int)]) == [.duplicate(x)])
        #expect(
            Catalog.faults(in: try [define("x", alias: "y"), define("y")]) == [.aliasIsKey(alias: other, of: x)])
        #expect(
            Catalog.faults(in: try [define("x", alias: "a"), define("y", alias: "a")])
                == [.aliasTaken(alias: alias, of: y, by: x)])
        #expect(
            Catalog.faults(in: try [define("x", .text, .sum)])
                == [.definition(x, .policyNeedsType(.sum, found: .text))])
        #expect(Catalog.faults(in: try [define("x", alias: "a"), define("y"), define("a.*")]) == [])
    }

    @Test("what collides all the same is resolved as the first one and the key say")
    func lenience() throws {
        let catalog = Catalog(
            try [define("x", alias: "y"), define("y", .int), define("x", .text), define("z", alias: "y")])
        #expect(catalog.definitions.count == 3)
        #expect(try catalog.resolve(Key("x"))?.definition.type == .float)
        #expect(try catalog.resolve(Key("y"))?.definition.type == .int)
    }

    @Test("the content hash is that of the definitions, in whatever order they come")
    func contentHash() throws {
        let definitions = try [define("x"), define("y", .int), define("z.*")]
        let catalog = Catalog(definitions)
        #expect(Catalog(definitions.reversed()) == catalog)
        #expect(Catalog(definitions.reversed()).contentHash == catalog.contentHash)
        var described = definitions
        described[0].summary = "something"
        #expect(Catalog(described).contentHash != catalog.contentHash)
        #expect(Catalog([]).contentHash != 0)
        #expect(Catalog([]).isEmpty)
    }

    @Test("the hashes are the same in every build")
    func goldenHashes() throws {
        let definition = try define("pool.max_temp")
        #expect(Catalog([definition]).contentHash == 0x0030_8487_9BC1_4BE8)
        #expect(definition.fingerprint == 0x2C4C_1B48_9051_F037)
    }

    @Test("the fingerprint tells what is folded and nothing else")
    func fingerprint() throws {
        let base = try define("x", .text, .concat)
        var same = try define("y", .text, .concat, alias: "z")
        same.defaultValue = .text("none")
        same.lifetimes = [.ttl]
        same.ttl = .seconds(5)
        same.grace = .zero
        same.unit = "u"
        same.summary = "s"
        #expect(same.fingerprint == base.fingerprint)
        let changes: [(inout Definition) -> Void] = [
            { $0.type = .any }, { $0.policy = .last }, { $0.nullable = true }, { $0.separator = " " },
            { $0.maximumBytes = 64 },
        ]
        for change in changes {
            var other = base
            change(&other)
            #expect(other.fingerprint != base.fingerprint)
        }
    }

    @Test("a reload's changes are told apart by what they cost")
    func changes() throws {
        var restated = try define("cosmetic")
        restated.summary = "new"
        let old = Catalog(try [define("same"), define("cosmetic"), define("changed"), define("gone.*")])
        let new = Catalog(try [define("same"), restated, define("changed", .int), define("new")])
        let changes = Catalog.changes(from: old, to: new)
        #expect(changes.added == [try KeyPattern("new")])
        #expect(changes.removed == [try KeyPattern("gone.*")])
        #expect(changes.changed == [try KeyPattern("changed")])
        #expect(changes.cosmetic == [try KeyPattern("cosmetic")])
        #expect(Catalog.changes(from: new, to: new).isEmpty)
    }

    @Test("a mistyped name finds what was meant")
    func suggestions() throws {
        let catalog = Catalog(
            try [define("pool.max_temp", alias: "hottest"), define("pool.min_temp"), define("ui.title")])
        #expect(catalog.suggestions(for: "pool.maxtemp") == ["pool.max_temp", "pool.min_temp"])
        #expect(catalog.suggestions(for: "pool.amx_temp").first == "pool.max_temp")
        #expect(catalog.suggestions(for: "hotest") == ["hottest"])
        #expect(catalog.suggestions(for: "ui.titel", atMost: 1) == ["ui.title"])
        #expect(catalog.suggestions(for: "completely.else") == [])
    }
}
