import Preferences
import Testing

@testable import PreferenceTree

@Suite("A held source that another client takes")
struct TakenTests {
    private func node() throws -> NodeInHand {
        try NodeInHand([Definition(pattern: try KeyPattern("a"), type: .int, policy: .sum)])
    }

    private func taken(_ messages: [Message]) -> [TakenSource] {
        messages.compactMap { if case .taken(let taken) = $0 { taken } else { nil } }
    }

    private func held(_ value: Int64, take: Bool = false) -> Statement {
        Statement(operation: .publish(.int(value)), key: "a", source: "own", lifetime: .held, take: take)
    }

    @Test(
        "the holder is told, whatever took it, and nobody else is",
        arguments: [
            Statement.Operation.publish(.int(2)), .retract,
        ], [Lifetime.held, .durable])
    func told(operation: Statement.Operation, lifetime: Lifetime) throws {
        var node = try node()
        let (first, second, third) = (node.attachClient(100), node.attachClient(101), node.attachClient(102))
        node.say(.publish(PublishFrame(id: 1, statements: [held(1)])), on: first)
        for link in [first, second, third] { _ = node.heard(on: link) }
        var statement = held(2, take: true)
        statement.operation = operation
        statement.lifetime = lifetime
        node.say(.publish(PublishFrame(id: 1, statements: [statement])), on: second)
        #expect(taken(node.heard(on: first)) == [TakenSource(key: "a", source: "own", by: "client101")])
        #expect(taken(node.heard(on: second)).isEmpty)
        #expect(taken(node.heard(on: third)).isEmpty)
    }

    @Test("a stream's end that retracts what another client holds tells the holder")
    func replaced() throws {
        var node = try node()
        let (first, second) = (node.attachClient(100), node.attachClient(101))
        node.say(.publish(PublishFrame(id: 1, statements: [held(1)])), on: first)
        _ = node.heard(on: first)
        let replacement = PublishFrame.Replacement(source: "own", stream: 9)
        node.say(.publish(PublishFrame(id: 1, statements: [], stream: 9, replacement: replacement)), on: second)
        #expect(taken(node.heard(on: first)).map(\.source) == ["own"])
    }

    @Test("who states its own again is told nothing, and neither is who was refused")
    func own() throws {
        var node = try node()
        let (first, second) = (node.attachClient(100), node.attachClient(101))
        node.say(.publish(PublishFrame(id: 1, statements: [held(1)])), on: first)
        node.say(.publish(PublishFrame(id: 2, statements: [held(3)])), on: first)
        node.say(.publish(PublishFrame(id: 1, statements: [held(2)])), on: second)
        #expect(taken(node.heard(on: first)).isEmpty)
        node.finishTurn()
        #expect(node.record(of: "a", on: second)["value"] == .int(3))
    }
}
