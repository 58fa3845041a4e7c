import PreferenceTestSupport
import PreferenceTree
import Preferences
import Simulation
import Testing

/// A fold beside what it has been told, so that every step can be judged from scratch.
private struct JudgedFold {
    struct Told {
        var order: ContributionOrder
        var partial: Partial?
        var truncated = false
    }

    let definition: Definition
    var fold: KeyFold
    var told: [Int32: Told] = [:]
    private var inserted = 0

    init(_ definition: Definition) {
        self.definition = definition
        fold = KeyFold(definition: definition)
    }

    var inOrder: [(slot: Int32, told: Told)] {
        told.map { ($0.key, $0.value) }.sorted { $0.told.order < $1.told.order }
    }

    var expected: FoldResult {
        let reference = definition.fold(inOrder.compactMap(\.told.partial))
        let flagged = definition.policy.isGrowing && told.values.contains(where: \.truncated)
        return FoldResult(partial: reference.partial, truncated: reference.truncated || flagged)
    }

    mutating func insert(_ random: inout SplitMix64) {
        let order = ContributionOrder.drawn(inserted, &random)
        inserted += 1
        let slot = fold.insert(order: order)
        #expect(told[slot] == nil)
        told[slot] = Told(order: order)
    }

    /// One random change of `slot`; returns what the fold said of it.
    mutating func change(_ slot: Int32, _ drawn: FoldCase, _ random: inout SplitMix64) -> Bool {
        switch random.below(12) {
        case 0:
            told[slot] = nil
            return fold.remove(slot)
        case 1, 2:
            let order = ContributionOrder.drawn(1_000 + inserted, &random)
            inserted += 1
            told[slot]?.order = order
            return fold.reorder(slot, order)
        case 3...6 where drawn.type == .float && drawn.policy != .count && !definition.policy.isGrowing:
            let value = drawn.float(&random)
            told[slot]?.partial = definition.lift(.float(value))
            return fold.setFloat(slot, value == 0 && random.below(2) == 0 ? -0.0 : value)
        case 3...6 where drawn.policy == .count:
            let count = Int64(random.below(4) + 1)
            told[slot]?.partial = .count(count)
            return fold.setInt(slot, count)
        case 3...6 where drawn.type == .int && !definition.policy.isGrowing:
            let value = drawn.int(&random)
            told[slot]?.partial = definition.lift(.int(value))
            return fold.setInt(slot, value)
        default:
            let partial = drawn.partial(definition, &random)
            let truncated = random.below(20) == 0
            told[slot]?.partial = partial
            told[slot]?.truncated = truncated
            return fold.set(slot, partial, truncated: truncated)
        }
    }
}

@Suite("The incremental fold against the fold from scratch")
struct KeyFoldTests {
    @Test(
        "after any changes the result is the fold from scratch, and what changes nothing is told only when it is so",
        arguments: FoldCase.all)
    func anyChanges(_ drawn: FoldCase) throws {
        for seed in 0..<6 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var judged = JudgedFold(try drawn.definition())
            let crowd = [2, 5, 40][Int(seed % 3)]
            var before = judged.expected
            for _ in 0..<250 {
                var changed = true
                if judged.told.count < crowd && random.below(3) == 0 {
                    judged.insert(&random)
                    changed = false
                } else if let slot = judged.told.keys.sorted().randomElement(using: &random) {
                    changed = judged.change(slot, drawn, &random)
                }
                let expected = judged.expected
                if !changed { #expect(expected == before) }
                before = expected
                // Left unread now and then, so that what is kept between readings is tested too.
                if random.below(3) > 0 {
                    let result = judged.fold.result()
                    #expect(result == expected)
                }
            }
            check(judged)
        }
    }

    private func check(_ judged: JudgedFold) {
        let shown = judged.fold.contributions
        #expect(shown.map(\.slot) == judged.inOrder.map(\.slot))
        #expect(shown.map(\.order) == judged.inOrder.map(\.told.order))
        #expect(shown.map(\.partial) == judged.inOrder.map(\.told.partial))
        #expect(judged.fold.foldedCount == shown.count { $0.partial != nil && $0.partial != .value(.null) })
        for (slot, told) in judged.told { #expect(judged.fold.contribution(slot) == told.partial) }
        var fold = judged.fold
        let result = fold.result()
        if let decider = fold.decidingSlot { #expect(fold.contribution(decider) == result.partial) }
    }

    @Test("a fold whose contributors have all gone is absent", arguments: FoldCase.all)
    func emptied(_ drawn: FoldCase) throws {
        var random = SplitMix64(seed: 99)
        var judged = JudgedFold(try drawn.definition())
        for _ in 0..<20 { judged.insert(&random) }
        for slot in judged.told.keys { _ = judged.fold.set(slot, drawn.partial(judged.definition, &random)) }
        for slot in judged.told.keys { _ = judged.fold.remove(slot) }
        let result = judged.fold.result()
        #expect(result == FoldResult(partial: nil))
        #expect(judged.fold.contributions.isEmpty)
    }
}
