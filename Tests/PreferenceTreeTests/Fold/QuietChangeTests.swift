import PreferenceTestSupport
import PreferenceTree
import Preferences
import Simulation
import Testing

/// Changes that cannot be seen in the result must not be reported: they would travel up the whole tree (F6).
@Suite("Changes that stay where they are")
struct QuietChangeTests {
    private func fold(
        _ policy: Policy, _ type: ValueType, _ values: [Value]
    ) throws -> (fold: KeyFold, slots: [Int32]) {
        var definition = Definition(pattern: .exact(try Key("k")), type: type, policy: policy)
        definition.nullable = true
        var fold = KeyFold(definition: definition)
        let slots = values.indices.map { index in
            fold.insert(order: ContributionOrder(rank: Int32(index), name: "n", kind: .node))
        }
        for (slot, value) in zip(slots, values) { _ = fold.set(slot, definition.lift(value)) }
        return (fold, slots)
    }

    @Test("a max is quiet below its winner, and when the winner's number is taken over")
    func maximum() throws {
        var (fold, slots) = try fold(.max, .float, [.float(1), .float(9), .float(5), .float(9)])
        #expect(fold.decidingSlot == slots[1])
        let quiet = [
            fold.setFloat(slots[0], 8), fold.setFloat(slots[0], 9), fold.setFloat(slots[1], 2),
            fold.set(slots[2], nil), fold.set(slots[2], .value(.null)), fold.setFloat(slots[3], 9),
        ]
        #expect(quiet == Array(repeating: false, count: quiet.count))
        let down = (fold.setFloat(slots[3], 3), fold.setFloat(slots[0], 3))
        #expect(down == (false, true))
        let result = fold.result()
        #expect(result.partial == .value(.float(3)))
    }

    @Test("a text max is quiet below its winner")
    func textMaximum() throws {
        var (fold, slots) = try fold(.max, .text, [.text("b"), .text("z"), .text("c")])
        let quiet = [fold.set(slots[0], .value(.text("y"))), fold.set(slots[2], nil), fold.remove(slots[2])]
        #expect(quiet == [false, false, false])
        let loud = fold.set(slots[0], .value(.text("zz")))
        #expect(loud)
    }

    @Test("first and last are quiet behind the decider, and when a null or nothing changes before it")
    func edges() throws {
        for (policy, decider, shadowed) in [(Policy.first, 1, 2), (.last, 2, 1)] {
            var (fold, slots) = try fold(policy, .any, [.null, .text("B"), .text("C"), .null])
            #expect(fold.decidingSlot == slots[decider])
            let outer = policy == .first ? slots[0] : slots[3]
            let quiet = [
                fold.set(slots[shadowed], .value(.int(7))), fold.setInt(slots[shadowed], 8),
                fold.set(slots[shadowed], nil), fold.set(outer, nil),
            ]
            #expect(quiet == [false, false, false, false])
            let loud = [fold.set(slots[decider], .value(.text("D"))), fold.set(outer, .value(.text("E")))]
            #expect(loud == [true, true])
            #expect(fold.decidingSlot == outer)
        }
    }

    @Test("any is quiet once one is true, all once one is false")
    func logic() throws {
        for (policy, absorbing) in [(Policy.any, true), (.all, false)] {
            var (fold, slots) = try fold(policy, .bool, [.bool(!absorbing), .bool(absorbing), .bool(!absorbing)])
            let changed = [
                fold.set(slots[2], .value(.bool(absorbing))), fold.set(slots[1], .value(.bool(!absorbing))),
                fold.set(slots[2], nil),
            ]
            #expect(changed == [false, false, true])
        }
    }

    @Test("an order that a policy does not know moves nothing", arguments: Policy.allCases.filter(\.isCommutative))
    func ranks(_ policy: Policy) throws {
        let boolean = policy == .any || policy == .all
        var (fold, slots) = try fold(
            policy, boolean ? .bool : .int, boolean ? [.bool(true), .bool(false)] : [.int(1), .int(2)])
        let moved = fold.reorder(slots[0], ContributionOrder(rank: 99, name: "n", kind: .node))
        #expect(!moved)
        #expect(fold.contributions.map(\.slot) == [slots[1], slots[0]])
    }

    @Test("a source and a node of one rank and name: the source first")
    func tie() throws {
        var definition = Definition(pattern: .exact(try Key("k")), type: .text, policy: .concat)
        definition.separator = "-"
        var fold = KeyFold(definition: definition)
        let node = fold.insert(order: ContributionOrder(rank: 0, name: "x", kind: .node))
        let source = fold.insert(order: ContributionOrder(rank: 0, name: "x", kind: .source))
        let loud = [fold.set(node, .value(.text("node"))), fold.set(source, .value(.text("source")))]
        let result = fold.result()
        #expect(loud == [true, true])
        #expect(result.partial == .value(.text("source-node")))
    }

    @Test("NaN and numbers of another type count as nothing")
    func misfits() throws {
        for policy in [Policy.max, .sum, .mean, .first] {
            var (fold, slots) = try fold(policy, .float, [.float(1), .float(5)])
            _ = fold.setFloat(slots[1], .nan)
            #expect(fold.foldedCount == 1)
            #expect(fold.contribution(slots[1]) == nil)
        }
        var (fold, slots) = try fold(.max, .float, [.float(1), .float(5)])
        let changed = fold.setInt(slots[1], 70)
        let result = fold.result()
        #expect(changed)
        #expect(result.partial == .value(.float(1)))
    }

    @Test("a result that is one number comes back from its column", arguments: FoldCase.all)
    func columns(_ drawn: FoldCase) throws {
        let definition = try drawn.definition()
        var random = SplitMix64(seed: 5)
        for _ in 0..<100 {
            let partial = drawn.partial(definition, &random)
            var copy = KeyFold(definition: definition)
            let slot = copy.insert(order: ContributionOrder(rank: 0, name: "n", kind: .node))
            switch FoldResult(partial: partial).column {
            case .int(let value): _ = copy.setInt(slot, value)
            case .float(let value): _ = copy.setFloat(slot, value)
            case nil: continue
            }
            #expect(copy.contribution(slot) == partial)
        }
    }
}
