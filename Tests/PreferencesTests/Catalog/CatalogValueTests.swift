import PreferenceTestSupport
import Preferences
import Testing

@Suite("A catalog as a value")
struct CatalogValueTests {
    private func read(_ json: String) throws -> Catalog { try Catalog(value: JSONReader.read(json)) }

    private func full() throws -> Definition {
        var definition = Definition(
            pattern: try KeyPattern("ui.title"), type: .text, policy: .concat, defaultValue: .text("Untitled"))
        definition.nullable = true
        definition.alias = try Key("title")
        definition.lifetimes = [.held, .ttl]
        definition.ttl = .seconds(180)
        definition.grace = .zero
        definition.separator = " / "
        definition.maximumBytes = 4096
        definition.unit = "words"
        definition.summary = "what the window says"
        return definition
    }

    @Test("every member of a definition travels")
    func roundTrip() throws {
        var pattern = Definition(pattern: try KeyPattern("host.*"), type: .float, policy: .mean)
        pattern.maximumKeys = 5000
        let catalog = Catalog([
            try full(), pattern, Definition(pattern: try KeyPattern("n"), type: .int, policy: .count),
        ])
        #expect(try Catalog(value: catalog.value) == catalog)
        let bytes = catalog.value.canonicalBytes
        #expect(try Catalog(value: Value(canonicalBytes: bytes)).contentHash == catalog.contentHash)
    }

    @Test("a definition has its one form")
    func golden() throws {
        #expect(
            JSONWriter.text(of: try full().value) == """
                {"key":"ui.title","ttl":180000000000,"type":"text","unit":"words","alias":"title","grace":0,\
                "policy":"concat","default":"Untitled","nullable":true,"lifetimes":["ttl","held"],\
                "parameters":{"max_bytes":4096,"separator":" / "},"description":"what the window says"}
                """)
        let plain = Definition(pattern: try KeyPattern("k"), type: .float, policy: .sum)
        #expect(JSONWriter.text(of: plain.value) == #"{"key":"k","type":"float","policy":"sum","default":0.0}"#)
    }

    static let unknown: [(String, String)] = [
        (#"[{"key":"k","type":"float","policy":"quantile","parameters":{"q":0.9}}]"#, "policy quantile"),
        (#"[{"key":"k","type":"decimal","policy":"max"}]"#, "type decimal"),
        (#"[{"key":"k","type":"text","policy":"max","parameters":{"order":"version"}}]"#, "parameter order"),
        (#"[{"key":"k","type":"text","policy":"concat","parameters":{"separator":1}}]"#, "parameter separator"),
        (#"[{"key":"k","type":"text","policy":"concat","parameters":[]}]"#, "parameters"),
        (#"[{"key":"k","type":"bytes","policy":"max"}]"#, "its policy"),
        (#"[{"key":"k","type":"int","policy":"max","ttl":-1}]"#, "this form of ttl"),
        (#"[{"key":"k","type":"int","policy":"max","lifetimes":["lunar"]}]"#, "its lifetimes"),
        (#"[{"key":"k","policy":"max"}]"#, "a definition without type"),
        (#"[{"key":"k"}]"#, "a definition without type"),
    ]

    @Test("a definition of another version is unsupported and goes on unchanged", arguments: unknown)
    func unsupported(json: String, what: String) throws {
        let catalog = try read(json)
        let definition = try #require(catalog.resolve(Key("k"))?.definition)
        #expect(definition.unsupported == what)
        #expect(definition.accept(.int(1)) == .failure(.unsupportedDefinition(what)))
        #expect(catalog.value == (try JSONReader.read(json)))
        #expect(try Catalog(value: catalog.value) == catalog)
        #expect(Catalog.faults(in: catalog.definitions) == [])
    }

    @Test("an optional member of another version is passed over here and passed on")
    func optionalMembers() throws {
        let json =
            #"[{"key":"k","type":"int","policy":"max","default":null,"color":"red","lifetimes":["held","lunar"]}]"#
        let catalog = try read(json)
        let definition = try #require(catalog.resolve(Key("k"))?.definition)
        #expect(definition.unsupported == nil)
        #expect(definition.lifetimes == [.held])
        #expect(definition.accept(.int(1)) == .success(.int(1)))
        #expect(catalog.value == (try JSONReader.read(json)))
        let plain = Definition(pattern: try KeyPattern("k"), type: .int, policy: .max)
        #expect(definition.fingerprint == plain.fingerprint)
        #expect(catalog.contentHash != Catalog([plain]).contentHash)
        #expect(Catalog.changes(from: Catalog([plain]), to: catalog).cosmetic == [plain.pattern])
    }

    @Test("what names no key is no catalog", arguments: ["{}", "[1]", "[{}]", #"[{"key":1}]"#, #"[{"key":"a b"}]"#])
    func malformed(json: String) {
        #expect(throws: CatalogFault.self) { try read(json) }
    }

    @Test("whatever stands in a member, the definition is read, kept and passed on", arguments: 0..<60)
    func anyMember(seed: Int) throws {
        var random = RandomValues(seed: 12_000 + UInt64(seed))
        let written = try members(try full().value)
        for entry in written.entries where entry.key != "key" {
            var changed = written
            changed[entry.key] = random.value(depth: 2)
            let definition = try Definition(value: .map(changed))
            #expect(definition.value == .map(changed))
            #expect(try Definition(value: definition.value) == definition)
            #expect(definition.faults() == [])
        }
    }
}
