import Preferences
import Testing

/// One definition, a change to it, and what is then illegal.
struct LegalityCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pattern: String
    let policy: Policy
    let faults: [DefinitionFault]
    let change: @Sendable (inout Definition) throws -> Void

    init(
        _ name: String, of pattern: String = "k", by policy: Policy = .last, _ faults: [DefinitionFault],
        change: @escaping @Sendable (inout Definition) throws -> Void
    ) {
        testDescription = name
        self.pattern = pattern
        self.policy = policy
        self.faults = faults
        self.change = change
    }
}

@Suite("Which definitions are legal")
struct DefinitionLegalityTests {
    /// What semantics §3 admits, written out against the code's own table.
    static let admitted: [(Policy, [ValueType])] = [
        (.first, [.bool, .int, .float, .text, .bytes, .list, .map, .any]),
        (.last, [.bool, .int, .float, .text, .bytes, .list, .map, .any]),
        (.min, [.int, .float, .text]), (.max, [.int, .float, .text]),
        (.sum, [.int, .float]), (.mean, [.int, .float]),
        (.count, [.bool, .int, .float, .text, .bytes, .list, .map, .any]),
        (.any, [.bool]), (.all, [.bool]), (.concat, [.text]),
        (.collect, [.bool, .int, .float, .text, .bytes, .list, .map, .any]),
    ]

    @Test("a policy takes its types and no others, with its natural default", arguments: admitted)
    func types(policy: Policy, types: [ValueType]) throws {
        for type in ValueType.allCases {
            let definition = Definition(pattern: try KeyPattern("k"), type: type, policy: policy)
            let expected: [DefinitionFault] =
                types.contains(type) ? [] : [.policyNeedsType(policy, found: type)]
            #expect(definition.faults() == expected)
        }
    }

    @Test("every policy is in the table")
    func completeness() {
        #expect(Set(Self.admitted.map(\.0)) == Set(Policy.allCases))
    }

    static let defaults: [(ValueType, Policy, Value, Value?)] = [
        (.float, .sum, .int(0), .float(0)), (.float, .sum, .float(-0.0), .float(0)), (.int, .sum, .float(0), nil),
        (.int, .sum, .null, nil), (.int, .max, .null, .null), (.int, .max, .int(3), .int(3)),
        (.float, .max, .int(3), .float(3)),
        (.float, .max, .int(9_007_199_254_740_993), nil), (.float, .max, .float(.nan), nil),
        (.text, .max, .int(3), nil),
        (.int, .mean, .int(3), .float(3)), (.int, .mean, .float(2.5), .float(2.5)), (.int, .mean, .null, .null),
        (.text, .count, .int(0), .int(0)), (.text, .count, .text(""), nil), (.text, .count, .null, nil),
        (.bool, .any, .bool(true), .bool(true)), (.bool, .all, .null, nil),
        (.text, .concat, .text("-"), .text("-")), (.text, .concat, .null, nil),
        (.float, .collect, .list([.int(1), .float(-0.0)]), .list([.float(1), .float(0)])),
        (.float, .collect, .list([.text("x")]), nil), (.float, .collect, .float(1), nil),
        (.any, .collect, .list([.null]), nil),
        (
            .any, .first, .list([.float(-0.0), .map(ValueMap([("a", .float(-0.0))]))]),
            .list([.float(0), .map(ValueMap([("a", .float(0))]))])
        ),
        (.any, .first, .list([.float(.nan)]), nil), (.any, .last, .text("x"), .text("x")),
        (.bytes, .first, .bytes([UInt8](repeating: 0, count: 65_534)), nil),
    ]

    @Test("a default is a value of the lowered type", arguments: defaults)
    func statedDefault(type: ValueType, policy: Policy, stated: Value, normal: Value?) throws {
        let definition = Definition(pattern: try KeyPattern("k"), type: type, policy: policy, defaultValue: stated)
        if let normal {
            #expect(definition.faults() == [])
            #expect(definition.defaultValue == normal)
        } else {
            #expect(definition.faults().map(\.member) == ["default"])
        }
    }

    @Test("a nullable key may have null as its default under any policy", arguments: Policy.allCases)
    func nullDefault(policy: Policy) throws {
        let type = try #require(policy.admittedTypes.first)
        var definition = Definition(pattern: try KeyPattern("k"), type: type, policy: policy)
        definition.nullable = true
        definition.defaultValue = .null
        #expect(definition.faults() == [])
    }

    @Test("a default leaves room for the catalog around it")
    func deepDefault() throws {
        func nested(_ depth: Int) -> Value { (0..<depth).reduce(.int(0)) { value, _ in .list([value]) } }
        let deepest = Definition(
            pattern: try KeyPattern("k"), type: .any, policy: .first,
            defaultValue: nested(Definition.maximumDefaultDepth))
        #expect(deepest.faults() == [])
        let catalog = Catalog([deepest])
        #expect(try Value(canonicalBytes: catalog.value.canonicalBytes) == catalog.value)
        var deeper = deepest
        deeper.defaultValue = nested(Definition.maximumDefaultDepth + 1)
        #expect(deeper.faults() == [.illegalDefault(.tooDeep(limit: Definition.maximumDefaultDepth), lowered: .any)])
    }

    static let aliasIsTheKey: [DefinitionFault] = (try? Key("k")).map { [.aliasIsTheKey($0)] } ?? []

    static let cases: [LegalityCase] = [
        LegalityCase("separator of concat", by: .concat, []) { $0.separator = ", " },
        LegalityCase("separator of last", [.separatorUnused(.last)]) { $0.separator = ", " },
        LegalityCase("max_bytes of collect", by: .collect, []) { $0.maximumBytes = 64 },
        LegalityCase("most max_bytes of concat", by: .concat, []) { $0.maximumBytes = 512 * 1024 },
        LegalityCase("max_bytes of last", [.maximumBytesUnused(.last)]) { $0.maximumBytes = 64 },
        LegalityCase("too few max_bytes", by: .collect, [.maximumBytesOutOfRange(63)]) { $0.maximumBytes = 63 },
        LegalityCase("too many max_bytes", by: .concat, [.maximumBytesOutOfRange(524_289)]) {
            $0.maximumBytes = 524_289
        },
        LegalityCase("no lifetimes", [.noLifetimes]) { $0.lifetimes = [] },
        LegalityCase("ttl", []) { $0.ttl = .seconds(1) },
        LegalityCase("ttl of nothing", [.ttlNotPositive]) { $0.ttl = .zero },
        LegalityCase("ttl that no lifetime admits", [.ttlUnused]) {
            $0.ttl = .seconds(1)
            $0.lifetimes = [.held]
        },
        LegalityCase("max_keys of a pattern", of: "k.*", []) { $0.maximumKeys = 1 },
        LegalityCase("max_keys of nothing", of: "k.*", [.maximumKeysNotPositive]) { $0.maximumKeys = 0 },
        LegalityCase("max_keys of a key", [.maximumKeysOnExactKey]) { $0.maximumKeys = 1 },
        LegalityCase("alias of a key", []) { $0.alias = try Key("other") },
        LegalityCase("alias of a pattern", of: "k.*", [.aliasOnPattern]) { $0.alias = try Key("other") },
        LegalityCase("alias that is the key", aliasIsTheKey) { $0.alias = try Key("k") },
        LegalityCase("several faults", [.separatorUnused(.last), .noLifetimes, .maximumKeysOnExactKey]) {
            $0.separator = "x"
            $0.lifetimes = []
            $0.maximumKeys = 5
        },
    ]

    @Test("each entry belongs where it belongs", arguments: cases)
    func entries(example: LegalityCase) throws {
        var definition = Definition(pattern: try KeyPattern(example.pattern), type: .text, policy: example.policy)
        try example.change(&definition)
        #expect(definition.faults() == example.faults)
    }
}
