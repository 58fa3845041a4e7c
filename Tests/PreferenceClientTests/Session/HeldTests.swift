import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("What a client holds")
struct HeldTests {
    private func hold(_ key: String, _ value: Int64, in node: inout ScriptedNode) {
        let id = node.publish(Batch([state(key, value, lifetime: .held)]))
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        _ = node.takeHeard()
    }

    @Test("It is stated again after every re-attach, and then said to be all")
    func restated() {
        var node = ScriptedNode.attached()
        hold("b", 1, in: &node)
        hold("a", 1, in: &node)
        hold("b", 2, in: &node)
        for _ in 0..<2 {
            node.restart()
            let frames = node.takePublished()
            #expect(frames.flatMap(\.statements) == [state("a", 1, lifetime: .held), state("b", 2, lifetime: .held)])
            #expect(frames.map(\.restated) == [false, true])
            for frame in frames { node.say(.published(PublishedFrame(id: frame.id, stage: .node))) }
        }
        #expect(node.client.isIdle)
    }

    @Test("What another client takes over is held no more, is told, and not stated again")
    func taken() {
        var node = ScriptedNode.attached()
        hold("a", 1, in: &node)
        hold("b", 1, in: &node)
        node.say(.taken(TakenSource(key: "a", source: "s", by: "root (pid 7)")))
        let lost = node.outcomes.compactMap { outcome -> (Statement, RequestFault)? in
            if case .heldRefused(let statement, let fault) = outcome { (statement, fault) } else { nil }
        }
        #expect(lost.map(\.0) == [state("a", 1, lifetime: .held)])
        #expect(lost.map(\.1.code) == [.held])
        #expect(lost.first?.1.message.contains("root (pid 7)") == true)
        node.say(.taken(TakenSource(key: "a", source: "s", by: "root (pid 7)")))
        #expect(node.outcomes.count { if case .heldRefused = $0 { true } else { false } } == 1)
        node.restart()
        #expect(node.takePublished().flatMap(\.statements) == [state("b", 1, lifetime: .held)])
    }

    @Test("Having let go of everything is said too")
    func emptyRestatement() {
        var node = ScriptedNode.attached()
        hold("a", 1, in: &node)
        let id = node.publish(Batch([Statement(operation: .retract, key: "a", source: "s")]))
        node.say(.published(PublishedFrame(id: id, stage: .node, retracted: 1)))
        node.restart()
        let frames = node.takePublished()
        #expect(frames.map(\.restated) == [true])
        #expect(frames.first?.statements.isEmpty == true)
    }

    @Test("A client that never held says nothing of it")
    func neverHeld() {
        var node = ScriptedNode.attached()
        let id = node.publish(Batch([state("a", 1)]))
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        node.restart()
        #expect(node.takePublished().isEmpty)
    }

    @Test("A value refused after a good one leaves the good one held")
    func refusedSuccessor() {
        var node = ScriptedNode.attached()
        hold("a", 1, in: &node)
        let id = node.publish(Batch([state("a", 2, lifetime: .held)]))
        let fault = RequestFault(code: .invalidValue, message: "too high")
        node.say(.published(PublishedFrame(id: id, stage: .node, failures: [.init(index: 0, fault: fault)])))
        node.restart()
        #expect(node.takePublished().flatMap(\.statements) == [state("a", 1, lifetime: .held)])
    }

    @Test("Accepted values come before those without an answer, and the end mark after both")
    func orderOfRestatement() {
        var node = ScriptedNode.attached()
        hold("a", 1, in: &node)
        _ = node.publish(Batch([state("b", 1, lifetime: .held)]))
        node.restart()
        let frames = node.takePublished()
        #expect(frames.map { $0.statements.map(\.key) } == [["a"], ["b"], []])
        #expect(frames.map(\.restated) == [false, false, true])
    }

    @Test("What was taken over is not taken over again, and a refusal after a loss is told")
    func takenAway() {
        var node = ScriptedNode.attached()
        var statement = state("a", 1, lifetime: .held)
        statement.take = true
        let id = node.publish(Batch([statement]))
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        node.restart()
        let frames = node.takePublished()
        #expect(frames.flatMap(\.statements).map(\.take) == [false])
        let fault = RequestFault(code: .held, message: "held by pid 7")
        node.say(.published(PublishedFrame(id: frames[0].id, stage: .node, failures: [.init(index: 0, fault: fault)])))
        let told = node.outcomes.contains { if case .heldRefused(_, let told) = $0 { told == fault } else { false } }
        #expect(told)
        node.restart()
        #expect(node.takePublished().map(\.restated) == [true])
    }

    @Test("Many are stated again in several frames")
    func chunks() {
        var node = ScriptedNode.attached()
        let statements = (0..<600).map { state("k\($0)", $0, lifetime: .held) }
        let id = node.publish(Batch(statements))
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        node.restart()
        let frames = node.takePublished()
        #expect(frames.map(\.statements.count) == [256, 256, 88, 0])
    }
}
