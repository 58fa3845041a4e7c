import Preferences
import Testing

@Suite("The limit of a growing partial, and what is admitted")
struct LimitTests {
    private func definition(_ policy: Policy, _ type: ValueType, maximumBytes: Int = 256 * 1024) throws -> Definition {
        var definition = Definition(pattern: .exact(try Key("k")), type: type, policy: policy)
        definition.maximumBytes = maximumBytes
        definition.separator = "-"
        return definition
    }

    private func exact(_ exponent: Int, infinities: Int64 = 0) throws -> ExactNumber {
        try ExactNumber(
            ExactParts(isNegative: false, exponent: exponent, mantissa: [1], positiveInfinities: infinities))
    }

    @Test("concat stops at the first text that does not fit", arguments: 0..<40)
    func concat(limit: Int) throws {
        let definition = try definition(.concat, .text, maximumBytes: limit)
        let texts = ["aaaa", "bbbbbbbb", "c", "dddddddddddddddd"]
        let folded = definition.fold(texts.map { definition.lift(.text($0)) })
        var expected: Partial?
        var reached = 0
        for text in texts {
            let next = expected.map { definition.combine($0, .value(.text(text))) } ?? .value(.text(text))
            guard case .value(let value) = next, value.canonicalSize <= limit else { break }
            expected = next
            reached += 1
        }
        #expect(folded.partial == expected ?? .value(.text("")))
        #expect(folded.truncated == (reached < texts.count))
        #expect(folded.reduces == max(reached - 1, 0))
    }

    @Test("collect stops at the first element that does not fit, within a child's list too", arguments: 0..<40)
    func collect(limit: Int) throws {
        let definition = try definition(.collect, .any, maximumBytes: limit)
        let lists: [[Value]] = [
            [.int(1)], [.text("abcdefghijkl"), .int(500)], [.text("m"), .bool(true), .text("nop")],
        ]
        let folded = definition.fold(lists.map { .value(.list($0)) })
        let all = lists.flatMap { $0 }
        let reached = all.indices.last { Value.list(Array(all[...$0])).canonicalSize <= limit }.map { $0 + 1 } ?? 0
        #expect(folded.partial == .value(.list(Array(all[..<reached]))))
        #expect(folded.truncated == (reached < all.count))
    }

    @Test("ten thousand long texts are cut without being joined one by one")
    func large() throws {
        let definition = try definition(.concat, .text)
        let text = String(repeating: "x", count: 100)
        let folded = definition.fold((0..<10_000).lazy.map { _ in .value(.text(text)) })
        #expect(folded.truncated)
        guard case .value(let value)? = folded.partial else { throw MissingPartial() }
        #expect(value.canonicalSize <= definition.maximumBytes)
        #expect(value.canonicalSize > definition.maximumBytes - 102)
    }

    private struct MissingPartial: Error {}

    @Test("a partial of another shape or type, or past a limit, is not admitted")
    func refused() throws {
        let long = String(repeating: "x", count: 64 * 1024)
        let refused: [(Policy, ValueType, Partial)] = [
            (.max, .int, .value(.float(1))), (.max, .float, .value(.int(1))), (.max, .float, .value(.float(.nan))),
            (.max, .float, .value(.float(-0.0))), (.max, .int, .sum(.zero)), (.max, .int, .value(.null)),
            (.max, .text, .value(.text(long))), (.first, .any, .value(.list([.float(.nan)]))),
            (.first, .any, .value(.map(ValueMap([("k", .float(-0.0))])))), (.first, .text, .value(.bool(true))),
            (.sum, .int, .value(.int(1))), (.sum, .int, .sum(ExactNumber(0.5))),
            (.sum, .int, .sum(ExactNumber(Double.infinity))), (.sum, .int, .mean(.zero, count: 1)),
            (.sum, .float, .sum(try exact(1151) + exact(1151))),
            (.mean, .float, .mean(.zero, count: 0)), (.mean, .float, .mean(.zero, count: -1)),
            (.mean, .float, .mean(.zero, count: .max)), (.mean, .int, .mean(ExactNumber(0.5), count: 1)),
            (.mean, .float, .mean(try exact(0, infinities: 3), count: 2)), (.mean, .float, .sum(.zero)),
            (.count, .text, .count(0)), (.count, .text, .count(.max)), (.count, .text, .value(.int(1))),
            (.any, .bool, .value(.int(1))), (.all, .bool, .count(1)), (.concat, .text, .value(.list([]))),
            (.collect, .text, .value(.list([.int(1)]))), (.collect, .any, .value(.list([.null]))),
            (.collect, .text, .value(.text("a"))),
        ]
        for (policy, type, partial) in refused {
            #expect(!(try definition(policy, type).admits(partial)), "\(policy) of \(type): \(partial)")
        }
        #expect(!(try definition(.concat, .text, maximumBytes: 4).admits(.value(.text("abcd")))))
        #expect(try definition(.concat, .text, maximumBytes: 5).admits(.value(.text("abcd"))))
        #expect(!(try definition(.collect, .int, maximumBytes: 2).admits(.value(.list([.int(1), .int(2)])))))
        #expect(try definition(.sum, .float).admits(.sum(exact(1151, infinities: 9))))
    }
}
