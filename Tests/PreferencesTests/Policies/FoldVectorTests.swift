import PreferenceTestSupport
import Preferences
import Testing

/// One row of the table: a tree of sources, the value a reader sees, and the number of reduces.
struct FoldVector: Sendable, CustomTestStringConvertible {
    let name: String
    let policy: Policy
    let type: ValueType
    let tree: Branch
    let expected: Lowered
    let reduces: Int

    init(_ name: String, _ policy: Policy, _ type: ValueType, _ tree: Branch, _ expected: Lowered, _ reduces: Int) {
        self.name = name
        self.policy = policy
        self.type = type
        self.tree = tree
        self.expected = expected
        self.reduces = reduces
    }

    var testDescription: String { name }
}

@Suite("The fold, row by row")
struct FoldVectorTests {
    private static func ints(_ values: Int64...) -> Branch { .node(values.map { .source(.int($0)) }) }
    private static func floats(_ values: Double...) -> Branch { .node(values.map { .source(.float($0)) }) }
    private static func texts(_ values: String...) -> Branch { .node(values.map { .source(.text($0)) }) }
    private static func list(_ values: String...) -> Lowered { .value(.list(values.map { .text($0) })) }
    private static let size = Value.list([.int(3), .int(4)])

    static let sums: [FoldVector] = [
        FoldVector("no source anywhere", .sum, .int, .node([]), .value(.int(0)), 0),
        FoldVector("one source", .sum, .int, ints(10), .value(.int(10)), 0),
        FoldVector("an absent sibling before", .sum, .int, .node([.node([]), .source(.int(10))]), .value(.int(10)), 0),
        FoldVector("an absent sibling behind", .sum, .int, .node([.source(.int(10)), .node([])]), .value(.int(10)), 0),
        FoldVector("two sources", .sum, .int, ints(10, 20), .value(.int(30)), 1),
        FoldVector("a flat sum", .sum, .int, ints(1, 2, 3, 4), .value(.int(10)), 3),
        FoldVector(
            "a deep sum", .sum, .int, .node([ints(1, 2), .node([.source(.int(3)), ints(4)])]), .value(.int(10)), 3),
        FoldVector("MAX + 1 − 5", .sum, .int, .node([ints(.max, 1), ints(-5)]), .value(.int(.max - 4)), 2),
        FoldVector("MAX + 1", .sum, .int, ints(.max, 1), .overflow, 1),
        FoldVector(
            "an overflow that is taken back", .sum, .float, .node([floats(1.5e308, 1.5e308), floats(-1.5e308)]),
            .value(.float(1.5e308)), 2),
        FoldVector(
            "opposite infinities", .sum, .float, .node([floats(.infinity), floats(-.infinity)]), .undefined, 1),
        FoldVector("mean, nested left", .mean, .int, .node([ints(2, 4), .source(.int(9))]), .value(.float(5)), 2),
        FoldVector("mean, nested right", .mean, .int, .node([.source(.int(2)), ints(4, 9)]), .value(.float(5)), 2),
        FoldVector("no mean", .mean, .int, .node([]), .value(.null), 0),
        FoldVector("a count", .count, .text, .node([texts("a", "b"), texts("c")]), .value(.int(3)), 2),
    ]

    static let choices: [FoldVector] = [
        FoldVector("last of four", .last, .int, ints(1, 2, 3, 4), .value(.int(4)), 3),
        FoldVector("last of one", .last, .text, texts("x"), .value(.text("x")), 0),
        FoldVector("first text", .first, .text, texts("one 1", "one 2"), .value(.text("one 1")), 1),
        FoldVector("last text", .last, .text, texts("one 1", "one 2"), .value(.text("one 2")), 1),
        FoldVector("max of three", .max, .int, ints(40, 120, 80), .value(.int(120)), 2),
        FoldVector(
            "last of nested titles", .last, .text, .node([texts("T1"), texts("T2"), texts("T3")]), .value(.text("T3")),
            2),
        FoldVector(
            "first that is not null", .first, .text, .node([.source(.null), texts("B", "C")]), .value(.text("B")), 1),
        FoldVector(
            "last that is not null", .last, .text,
            .node([texts("A"), .source(.null), texts("C"), .source(.null)]), .value(.text("C")), 1),
        FoldVector("a size one sibling states", .last, .list, .node([.source(.null), .source(size)]), .value(size), 0),
        FoldVector(
            "any", .any, .bool, .node([.source(.bool(false)), .source(.bool(true)), .source(.bool(false))]),
            .value(.bool(true)), 2),
        FoldVector("all of none", .all, .bool, .node([]), .value(.bool(true)), 0),
        FoldVector("an explicit empty text is present", .first, .text, texts("", "B"), .value(.text("")), 1),
        FoldVector("only nulls", .sum, .int, .node([.source(.null), .node([.source(.null)])]), .value(.null), 0),
    ]

    static let growing: [FoldVector] = [
        FoldVector(
            "collect in depth-first order", .collect, .text, .node([texts("first"), texts("second", "third")]),
            list("first", "second", "third"), 2),
        FoldVector(
            "concat, no leading space", .concat, .text, texts("one 1", "one 2"), .value(.text("one 1 one 2")), 1),
        FoldVector(
            "an absent sibling adds no separator", .concat, .text, .node([texts("a"), .node([]), texts("b")]),
            .value(.text("a b")), 1),
        FoldVector("an empty text is joined", .concat, .text, texts("", "b"), .value(.text(" b")), 1),
    ]

    @Test("a row of the table", arguments: sums + choices + growing)
    func row(_ vector: FoldVector) throws {
        var definition = Definition(pattern: .exact(try Key("k")), type: vector.type, policy: vector.policy)
        definition.separator = " "
        definition.nullable = true
        let folded = vector.tree.fold(definition)
        #expect(definition.lower(folded.partial) == vector.expected)
        #expect(folded.reduces == vector.reduces)
    }

    @Test("0.1 ten times is 1.0, and 1e308, 1, −1e308 are 1.0, in any shape", arguments: 0..<40 as Range<UInt64>)
    func shapes(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let definition = Definition(pattern: .exact(try Key("k")), type: .float, policy: .sum)
        for values in [Array(repeating: 0.1, count: 10), [1e308, 1, -1e308].shuffled(using: &random)] {
            let tree = Branch.random(over: values.map { .float($0) }[...], &random)
            #expect(definition.lower(tree.fold(definition).partial) == .value(.float(1.0)))
        }
    }

    @Test("three keys at once, each the first")
    func threeKeys() throws {
        let definition = Definition(pattern: .exact(try Key("k")), type: .int, policy: .first)
        let left: [String: Int64] = ["A": 1, "B": 2, "C": 3]
        let right: [String: Int64] = ["C": 30, "D": 4, "A": 10]
        let expected: [String: Int64] = ["A": 1, "B": 2, "C": 3, "D": 4]
        for (key, value) in expected {
            let present = [left[key], right[key]].compactMap { $0 }.map { definition.lift(.int($0)) }
            #expect(definition.lower(definition.fold(present).partial) == .value(.int(value)))
        }
    }
}
