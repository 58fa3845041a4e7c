import Foundation
import Testing

@Suite("The hot path, from a frame to the dirty mark", .enabled(if: Programs.areOptimised))
struct HotPathTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let policy: String
        let type: String
        var testDescription: String { "\(policy) of \(type)" }
    }

    static let kinds = [
        Kind(policy: "max", type: "float"), Kind(policy: "max", type: "int"),
        Kind(policy: "sum", type: "float"), Kind(policy: "sum", type: "int"),
    ]

    @Test(
        "an update costs at most 1.3 times as much among 1,000 children as among 10, and allocates nothing",
        arguments: kinds)
    func shape(_ kind: Kind) async throws {
        try await TestTree.run { tree in
            let few = try await count(kind, children: 10, in: tree)
            let many = try await count(kind, children: 1_000, in: tree)
            print("hot path: \(kind.policy) of \(kind.type), \(few) and \(many) instructions an update")
            #expect(many <= few * 1.3)
        }
    }

    /// Instructions an update.
    private func count(_ kind: Kind, children: Int, in tree: TestTree) async throws -> Double {
        let (frames, updates) = (1_000, 20)
        let file = tree.scratch.fresh("callgrind")
        let outcome = try await tree.run(
            [
                "valgrind", "--tool=callgrind", "--quiet", "--demangle=no", "--callgrind-out-file=\(file)",
                "--toggle-collect=*takeFrame*", Programs.hotPath, kind.policy, kind.type, "\(children)", "\(frames)",
                "\(updates)",
            ])
        try #require(outcome.exit == 0, "\(outcome)")
        let profile = try CallgrindProfile(file: file)
        try #require(profile.instructions > frames * updates, "nothing was counted: \(outcome)")
        #expect(profile.calls.values.reduce(0, +) > 0)
        #expect(profile.allocations.isEmpty, "among \(children) children")
        return Double(profile.instructions) / Double(frames * updates)
    }
}
