import Preferences
import Testing

@Suite("timing.flush")
struct FlushTests {
    private func plan(_ flush: String, _ tree: TestTree) -> NodePlan {
        var plan = NodePlan(name: "root", timing: tree.timing, tables: TestTree.key("n", "int", "sum"))
        plan.timing.flush = flush
        return plan
    }

    @Test("is the least time between two tellings, get sees through it, and a reload changes it")
    func leastTime() async throws {
        try await TestTree.run { tree in
            // So long that no second telling can come: the first was at the start.
            let root = try tree.plan(plan("60s", tree))
            try await root.start()
            try await root.serves()
            let watcher = try await tree.watch(root, "n")
            try await watcher.synced()
            let initial = try watcher.count()
            for value in 1...20 { try await root.publish("n", "\(value)") }
            #expect(try await root.value("n") == "20")
            let told = try watcher.news(since: initial)
            #expect(told.count <= 1, "\(told)")
            // The values that wait are told as soon as they may.
            try root.write(plan("0s", tree))
            #expect(try await root.prefctl("reload").exit == 0)
            try await watcher.sees("n", .int(20))
            let mark = try watcher.count()
            for value in 21...30 { try await root.publish("n", "\(value)") }
            try await watcher.sees("n", .int(30))
            #expect(try watcher.news(since: mark).map(\.value) == (21...30).map { Value.int($0) })
        }
    }
}
