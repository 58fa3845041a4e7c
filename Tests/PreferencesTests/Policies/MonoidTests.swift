import PreferenceTestSupport
import Preferences
import Testing

@Suite("The laws of the fold, for every policy and type")
struct MonoidTests {
    private func partials(_ count: Int, _ case: PolicyCase, _ random: inout SplitMix64) throws -> [Partial] {
        let definition = try `case`.definition()
        return try (0..<count).map { _ in
            let values = (0..<Int.random(in: 1...3, using: &random)).map { _ in `case`.value(&random) }
            return try #require(definition.fold(values.map(definition.lift)).partial)
        }
    }

    @Test("combining is associative, with null as identity on both sides", arguments: PolicyCase.all)
    func associative(_ case: PolicyCase) throws {
        let definition = try `case`.definition()
        var random = SplitMix64(seed: 1)
        for _ in 0..<60 {
            let three = try partials(3, `case`, &random)
            let left = definition.combine(definition.combine(three[0], three[1]), three[2])
            let right = definition.combine(three[0], definition.combine(three[1], three[2]))
            #expect(left == right)
            #expect(definition.combine(.value(.null), three[0]) == three[0])
            #expect(definition.combine(three[0], .value(.null)) == three[0])
        }
    }

    @Test("combining is commutative where the policy says so", arguments: PolicyCase.all.filter(\.policy.isCommutative))
    func commutative(_ case: PolicyCase) throws {
        let definition = try `case`.definition()
        var random = SplitMix64(seed: 2)
        for _ in 0..<60 {
            let two = try partials(2, `case`, &random)
            #expect(definition.combine(two[0], two[1]) == definition.combine(two[1], two[0]))
        }
    }

    @Test("every tree over the same sources has the value and the reduces of the flat fold", arguments: PolicyCase.all)
    func shapes(_ case: PolicyCase) throws {
        let definition = try `case`.definition()
        var random = SplitMix64(seed: 3)
        for _ in 0..<40 {
            let values = (0..<Int.random(in: 0...9, using: &random)).map { _ in `case`.value(&random) }
            let flat = definition.fold(values.map(definition.lift))
            let tree = Branch.random(over: values[...], &random).fold(definition)
            #expect(tree.partial == flat.partial)
            #expect(tree.reduces == flat.reduces)
            #expect(flat.reduces == max(values.count { $0 != .null } - 1, 0))
        }
    }

    @Test("what a fold gives, the definition admits", arguments: PolicyCase.all)
    func admitted(_ case: PolicyCase) throws {
        let definition = try `case`.definition()
        var random = SplitMix64(seed: 4)
        for partial in try partials(40, `case`, &random) { #expect(definition.admits(partial)) }
    }
}
