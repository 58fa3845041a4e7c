import PreferenceDaemon
import Testing

@Suite("How many descriptors are left")
struct DescriptorBudgetTests {
    @Test("a quarter is kept back, and room for a part of it has to come back before connections do")
    func thresholds() {
        var budget = DescriptorBudget(limit: 100)
        #expect(budget.reserve == 25)
        #expect(!budget.isNear(49))
        #expect(budget.isNear(50))
        let changes = [74, 75, 80, 75, 70, 69, 69, 74, 75].map { budget.judge(used: $0) }
        #expect(changes == [nil, .exhausted, nil, nil, nil, .recovered, nil, nil, .exhausted])
        #expect(budget.isNear(0))
    }

    @Test("those that wait to be accepted fit the reserve twice", arguments: [8, 64, 1024, 4096, 1 << 20, .max])
    func backlog(limit: Int) {
        let budget = DescriptorBudget(limit: limit)
        #expect(budget.backlog >= 1)
        #expect(budget.backlog <= max(1, budget.reserve / 2))
        #expect(budget.reserve <= 4096)
    }
}
