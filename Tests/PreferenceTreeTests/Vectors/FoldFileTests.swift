import Foundation
import PreferenceTestSupport
import PreferenceTree
import Preferences
import Simulation
import Testing

@Suite("The vectors of the fold on simulated trees")
struct FoldFileTests {
    static let vectors: [FoldVector] = {
        do { return try FoldVector.read(vectorFile("fold.txt")) } catch {
            Issue.record("fold.txt, \(error)")
            return []
        }
    }()

    @Test("every row is there, and one is for the core alone")
    func counts() {
        let all = FoldFileTests.vectors
        let coreOnly = all.filter { $0.isCoreOnly }.count
        print("\(all.count) core, \(all.count - coreOnly) process, \(coreOnly) core-only")
        #expect(all.count > 30)
        #expect(coreOnly == 1)
    }

    @Test("a row of the table", arguments: vectors)
    func row(_ vector: FoldVector) throws {
        for tree in vector.variants(seed: UInt64(vector.line), count: 6) {
            if vector.isCoreOnly { try foldHere(vector, tree) } else { try fold(vector, tree) }
        }
    }

    private func fold(_ vector: FoldVector, _ tree: VectorNode) throws {
        let trial = try VectorWorld(tree, vector.definitions)
        let observer = try trial.observe("root", at: try trial.station(at: []))
        trial.world.run(ticks: 1)
        trial.publishAll()
        trial.world.run(ticks: 3)
        #expect(trial.world.violation == nil)
        for expectation in vector.expectations {
            let key = try Key(expectation.key)
            let station = try trial.station(at: expectation.place)
            let shown = try #require(trial.world.get(station, [key])?.records[key])
            #expect(shown.explicit == expectation.isExplicit)
            if let cause = expectation.cause {
                #expect(shown.value == nil)
                #expect(shown.state == "degraded")
                #expect(shown.causes == .list([.text(cause)]))
            } else {
                #expect(shown.value == expectation.value)
                #expect(shown.state == "ok")
            }
            if expectation.place.isEmpty {
                let told = observer.watches[0].records[key]
                #expect(told?.value == expectation.value)
                #expect(told?.explicit == expectation.isExplicit)
            }
            if let number = expectation.notifications { #expect(observer.watches[0].changes.count == number) }
            if let place = expectation.unread { try leaveUnread(place, of: tree, trial, key, told: observer) }
            if let reduces = expectation.reduces {
                #expect(trial.reduces(expectation.key, at: station) == Int64(reduces))
            }
        }
    }

    /// Another value of a source that the fold never reads is told to nobody.
    private func leaveUnread(
        _ place: [Int], of tree: VectorNode, _ trial: VectorWorld, _ key: Key, told observer: SimulatedClient
    ) throws {
        let (node, source) = try #require(tree.source(at: place))
        let before = observer.watches[0].changes.count
        let other: Value =
            if case .bool(let value)? = source.values.first?.value { .bool(!value) } else { .text("other") }
        trial.publisher(at: node.name)?.state(
            Statement(operation: .publish(other), key: key.text, source: source.name, rank: source.rank))
        trial.world.run(ticks: 2)
        #expect(observer.watches[0].changes.count == before)
        let value = try #require(source.values.first?.value)
        trial.publisher(at: node.name)?.state(
            Statement(operation: .publish(value), key: key.text, source: source.name, rank: source.rank))
        trial.world.run(ticks: 2)
        #expect(observer.watches[0].changes.count == before)
    }

    /// A policy that only this test has: the product. It shows that the default is not the seed of the fold.
    private func foldHere(_ vector: FoldVector, _ tree: VectorNode) throws {
        let expectation = try #require(vector.expectations.first)
        let numbers = tree.sources.compactMap {
            if case .int(let number)? = $0.source.values.first?.value { number } else { nil }
        }
        var reduces = 0
        let product = numbers.dropFirst().reduce(numbers.first) { folded, next in
            reduces += 1
            return folded.map { $0 * next }
        }
        #expect(product.map { .int($0) } == expectation.value)
        #expect(reduces == expectation.reduces)
    }
}

/// The text of a file of `Tests/Vectors`.
func vectorFile(_ name: String, from source: String = #filePath) throws -> String {
    let tests = URL(filePath: source).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "Vectors/\(name)"), encoding: .utf8)
}
