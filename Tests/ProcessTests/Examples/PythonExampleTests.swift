import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

@Suite("The Python examples")
struct PythonExampleTests {
    @Test("publisher and subscriber go on through restarts of their node")
    func surviveRestarts() async throws {
        try await TestTree.run(Timing(grace: "60s", settle: "10s")) { tree in
            let small = try await SmallTree.grow(
                in: tree, leaves: ["a"], keys: TestTree.key("pool.max_temp", "float", "max"))
            let leaf = small.leaves[0]
            let publisher = try await tree.python(
                "docs/examples/python/publisher.py", [leaf.endpoint, "test", "example"], input: .open)
            let subscriber = try await tree.python(
                "docs/examples/python/subscriber.py", [leaf.endpoint, "test", "pool.*"])
            let above = try await tree.watch(small.root, "pool.max_temp")
            try publisher.write("pool.max_temp 71.25\n")
            try await told(subscriber, ["71.25"])
            try await above.sees("pool.max_temp", .float(71.25))
            for (number, ending) in TestNode.Ending.allCases.enumerated() {
                try await leaf.restart(ending)
                try await leaf.attached()
                try await leaf.shows("pool.max_temp", "71.25", at: ".")
                // What is held was stated again; nobody above was told of anything.
                try publisher.write("pool.max_temp \(number + 80).5\n")
                try await above.sees("pool.max_temp", .float(Double(number) + 80.5))
                try await told(subscriber, ["\(number + 80).5"])
                try publisher.write("pool.max_temp 71.25\n")
                try await above.sees("pool.max_temp", .float(71.25))
            }
            #expect(try above.records().map(\.value) == [.null] + [71.25, 80.5, 71.25, 81.5, 71.25].map { .float($0) })
            publisher.closeInput()
            let gone = try await above.sees("pool.max_temp", .null)
            #expect(!gone.explicit)
            try await told(subscriber, ["71.25", "80.5", "81.5", "71.25", "null"])
            #expect(subscriber.isRunning && subscriber.errors.isEmpty, "\(subscriber.errors)")
        }
    }

    /// The subscriber's lines have these values in this order, whatever is between them.
    private func told(_ subscriber: RunningProgram, _ values: [String]) async throws {
        try await eventually("the subscriber is told \(values): \(subscriber.output) \(subscriber.errors)") {
            var rest = subscriber.output[...]
            for value in values {
                guard let found = rest.firstRange(of: "\"value\": \(value)") else { return false }
                rest = rest[found.upperBound...]
            }
            return true
        }
    }
}
