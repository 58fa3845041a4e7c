import PreferenceTree
import PreferenceWire
import Preferences
import Testing

/// State frames from anyone, column by column.
@Suite("Foreign state frames")
struct ForeignStateTests {
    /// The members of a state frame's body after its catalog hash.
    private static func fault(_ members: [(UInt64, (inout CBORWriter) -> Void)]) -> WireFault.Reason? {
        var bytes: [UInt8] = []
        FrameHeader(type: .state, session: 1, sequence: 2, acknowledged: 3).write(to: &bytes)
        var writer = CBORWriter(after: bytes)
        writer.mapHead(members.count + 1)
        writer.uint(1)
        writer.uint(0)
        for (member, write) in members {
            writer.uint(member)
            write(&writer)
        }
        var decoder = FrameDecoder()
        do {
            _ = try decoder.decode(writer.bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("columns of one frame have one length")
    func lengths() {
        let two: (inout CBORWriter) -> Void = { $0.uint32Column([1, 2]) }
        #expect(Self.fault([(4, two), (5, { $0.float64Column([1, 2]) })]) == nil)
        #expect(Self.fault([(4, two), (5, { $0.float64Column([1]) })]) == .columnsDiffer(ids: 2, values: 1))
        #expect(Self.fault([(4, two)]) == .columnsDiffer(ids: 2, values: 0))
        #expect(Self.fault([(5, { $0.float64Column([1]) })]) == .columnsDiffer(ids: 0, values: 1))
        #expect(Self.fault([(6, two), (7, { $0.int64Column([1, 2, 3]) })]) == .columnsDiffer(ids: 2, values: 3))
        #expect(Self.fault([(9, two), (10, { $0.bytes([1] as [UInt8]) })]) == .columnsDiffer(ids: 2, values: 1))
        #expect(Self.fault([(11, two), (12, two)]) == .columnsDiffer(ids: 2, values: 0))
        #expect(Self.fault([(11, two), (12, two), (13, two)]) == nil)
        #expect(Self.fault([(15, two), (16, { $0.bytes([1, 2] as [UInt8]) })]) == nil)
    }

    @Test("a float column has neither NaN nor -0.0, and no column is empty, ragged or of another type")
    func columns() {
        func floats(_ values: [Double]) -> WireFault.Reason? {
            Self.fault([
                (4, { $0.uint32Column([UInt32](repeating: 0, count: values.count)) }),
                (5, { $0.float64Column(values) }),
            ])
        }
        #expect(floats([0, .infinity, -.infinity]) == nil)
        for place in [0, 7, 8, 20] {
            var values = [Double](repeating: 1, count: 21)
            values[place] = .nan
            #expect(floats(values) == .encoding(.notANumber))
            values[place] = -0.0
            #expect(floats(values) == .encoding(.negativeZero))
        }
        #expect(Self.fault([(3, { $0.uint32Column([] as [UInt32]) })]) == .redundant)
        let ragged: (inout CBORWriter) -> Void = { writer in
            writer.tag(70)
            writer.bytes([1, 2, 3] as [UInt8])
        }
        #expect(Self.fault([(3, ragged)]) == .encoding(.raggedColumn(bytes: 3, element: 4)))
        #expect(
            Self.fault([(3, { $0.int64Column([1]) })])
                == .encoding(.wrongTag(found: 79, wanted: 70)))
    }

    @Test("a reason, a mark and a state that have no meaning are refused")
    func meaningless() {
        #expect(
            Self.fault([(9, { $0.uint32Column([1]) }), (10, { $0.bytes([200] as [UInt8]) })]) == .meaningless)
        func condition(_ state: UInt64) -> WireFault.Reason? {
            Self.fault([
                (
                    14,
                    { writer in
                        writer.arrayHead(1)
                        writer.mapHead(2)
                        writer.uint(0)
                        writer.uint(1)
                        writer.uint(1)
                        writer.uint(state)
                    }
                )
            ])
        }
        #expect(condition(7) == nil)
        #expect(condition(8) == .meaningless)
    }

    /// One `[id, partial]` in `others`.
    private static func partial(_ write: @escaping (inout CBORWriter) -> Void) -> WireFault.Reason? {
        fault([
            (
                8,
                { writer in
                    writer.arrayHead(1)
                    writer.arrayHead(2)
                    writer.uint(0)
                    write(&writer)
                }
            )
        ])
    }

    @Test("an exact number has its narrowest form")
    func exact() {
        func sum(_ write: @escaping (inout CBORWriter) -> Void) -> WireFault.Reason? {
            Self.partial { writer in
                writer.arrayHead(2)
                writer.uint(1)
                write(&writer)
            }
        }
        func wide(_ exponent: Int64, _ infinities: Int64 = 0, _ mantissa: @escaping (inout CBORWriter) -> Void)
            -> WireFault.Reason?
        {
            sum { writer in
                writer.arrayHead(4)
                writer.int(exponent)
                mantissa(&writer)
                writer.int(infinities)
                writer.int(0)
            }
        }
        func bignum(_ bytes: [UInt8]) -> (inout CBORWriter) -> Void {
            { writer in
                writer.tag(2)
                writer.bytes(bytes)
            }
        }
        #expect(sum { $0.float(0.5) } == nil)
        #expect(sum { $0.float(2) } == .notNarrowest)
        #expect(wide(0) { $0.uint(3) } == .notNarrowest)
        #expect(wide(-1) { $0.uint(3) } == .notNarrowest)
        #expect(wide(0, 1) { $0.uint(3) } == nil)
        #expect(wide(0, 1) { $0.uint(2) } == .exact(.notUnique))
        #expect(wide(0, 1) { $0.negative(1) } == .exact(.notUnique))
        #expect(wide(0, 1) { $0.negative(2) } == nil)
        #expect(wide(0, -1) { $0.uint(3) } == .exact(.infinityCount))
        #expect(wide(.min, 1) { $0.uint(3) } == .exact(.outOfRange))
        #expect(wide(.max, 1) { $0.uint(3) } == .exact(.outOfRange))
        #expect(wide(0, 0, bignum([1, 0, 0, 0, 0, 0, 0, 0, 1])) == nil)
        #expect(wide(0, 0, bignum([0, 1, 0, 0, 0, 0, 0, 0, 0, 1])) == .notNarrowest)
        #expect(wide(0, 1, bignum([0xFF, 0, 0, 0, 0, 0, 0, 1])) == .notNarrowest)
        #expect(wide(0, 0, bignum([UInt8](repeating: 1, count: 300))) == .exact(.outOfRange))
    }

    @Test("a partial has one of four forms, and counts nothing below zero")
    func forms() {
        func partial(_ numbers: [Int64]) -> WireFault.Reason? {
            Self.partial { writer in
                writer.arrayHead(numbers.count)
                for number in numbers { writer.int(number) }
            }
        }
        #expect(partial([0, 5]) == nil)
        #expect(partial([1, 5]) == nil)
        #expect(partial([2, 5, 1]) == nil)
        #expect(partial([3, 5]) == nil)
        #expect(partial([4, 5]) == .meaningless)
        #expect(partial([2, 5]) == .arrayLength(found: 2, wanted: 3))
        #expect(partial([3, 5, 5]) == .arrayLength(found: 3, wanted: 2))
        #expect(partial([3, -1]) == .encoding(.unexpected(found: .negative, wanted: .unsigned)))
    }
}
