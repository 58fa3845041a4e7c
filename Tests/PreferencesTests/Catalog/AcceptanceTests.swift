import Preferences
import Testing

@Suite("Which values a key takes")
struct AcceptanceTests {
    private func definition(_ type: ValueType, nullable: Bool = false) throws -> Definition {
        var definition = Definition(pattern: try KeyPattern("k"), type: type, policy: .last)
        definition.nullable = nullable
        return definition
    }

    static let samples: [(ValueType, Value)] = [
        (.bool, .bool(true)), (.int, .int(1)), (.float, .float(1.5)), (.text, .text("x")), (.bytes, .bytes([1])),
        (.list, .list([.null])), (.map, .map(ValueMap([("a", .null)]))),
    ]

    @Test("a value of the key's type is taken, one of another is not", arguments: ValueType.allCases)
    func types(type: ValueType) throws {
        for (found, sample) in Self.samples {
            let expected: Result<Value, ValueFault> =
                type == found || type == .any
                ? .success(sample)
                : type == .float && found == .int
                    ? .success(.float(1)) : .failure(.wrongType(expected: type, found: found))
            #expect(try definition(type).accept(sample) == expected)
        }
    }

    @Test("null is taken where the key is nullable, whatever its type", arguments: ValueType.allCases)
    func null(type: ValueType) throws {
        #expect(try definition(type).accept(.null) == .failure(.notNullable))
        #expect(try definition(type, nullable: true).accept(.null) == .success(.null))
    }

    @Test("an int is taken for a float key when a float equals it")
    func conversion() throws {
        let float = try definition(.float)
        #expect(float.accept(.int(1 << 53)) == .success(.float(9_007_199_254_740_992)))
        #expect(float.accept(.int((1 << 53) + 1)) == .failure(.inexactFloat((1 << 53) + 1)))
        #expect(float.accept(.int(.min)) == .success(.float(-0x1p63)))
        #expect(float.accept(.int(.max)) == .failure(.inexactFloat(.max)))
        #expect(try definition(.int).accept(.float(1)) == .failure(.wrongType(expected: .int, found: .float)))
    }

    @Test("NaN is refused and negative zero is made zero, at any depth")
    func floats() throws {
        #expect(try definition(.float).accept(.float(.nan)) == .failure(.notANumber))
        #expect(try definition(.float).accept(.float(-0.0)) == .success(.float(0)))
        #expect(try definition(.float).accept(.float(-.infinity)) == .success(.float(-.infinity)))
        let map = ValueMap([("a", .list([.float(-0.0)]))])
        #expect(try definition(.map).accept(.map(map)) == .success(.map(ValueMap([("a", .list([.float(0)]))]))))
        #expect(try definition(.list).accept(.list([.list([.float(.nan)])])) == .failure(.notANumber))
    }

    @Test("a value is taken up to its size and depth and no further")
    func limits() throws {
        let largest = [UInt8](repeating: 0, count: Value.maximumBytes - 3)
        #expect(try definition(.bytes).accept(.bytes(largest)) == .success(.bytes(largest)))
        #expect(
            try definition(.any).accept(.bytes(largest + [0]))
                == .failure(.tooLarge(bytes: Value.maximumBytes + 1, limit: Value.maximumBytes)))
        let deepest = (0..<Value.maximumDepth).reduce(Value.int(0)) { value, _ in .list([value]) }
        #expect(try definition(.list).accept(deepest) == .success(deepest))
        #expect(try definition(.list).accept(.list([deepest])) == .failure(.tooDeep(limit: Value.maximumDepth)))
    }

    @Test("under collect a value has one level less, for the list that it is read in")
    func collected() throws {
        var collect = try definition(.list)
        collect.policy = .collect
        let deepest = (1..<Value.maximumDepth).reduce(Value.int(0)) { value, _ in .list([value]) }
        #expect(collect.accept(deepest) == .success(deepest))
        #expect(collect.accept(.list([deepest])) == .failure(.tooDeep(limit: Value.maximumDepth - 1)))
        let partial = collect.lift(deepest)
        guard case .value(let list) = collect.lower(partial) else {
            Issue.record("\(partial) has no value")
            return
        }
        #expect(try Value(canonicalBytes: list.canonicalBytes) == list)
    }

    @Test("what is accepted can be sent: its canonical encoding reads back", arguments: 0..<100)
    func sendable(seed: Int) throws {
        var random = RandomValues(seed: 11_000 + UInt64(seed))
        let value = random.value()
        let accepted = try definition(.any, nullable: true).accept(value).get()
        #expect(try Value(canonicalBytes: accepted.canonicalBytes) == accepted)
    }
}
