import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("Publishing through a session")
struct PublishingTests {
    private let noCatalog = RequestFault(code: .noCatalog, message: "no catalog yet", retry: true)

    @Test("What the session is not attached for yet leaves with the welcome")
    func publishBeforeWelcome() {
        var node = ScriptedNode()
        let id = node.publish(Batch([state("a", 1)]))
        #expect(node.takePublished().isEmpty)
        node.welcome()
        #expect(node.takePublished().map(\.id) == [id])
    }

    @Test("A batch without an answer is stated again in the next session, in order")
    func restate() {
        var node = ScriptedNode.attached()
        let first = node.publish(Batch([state("a", 1)]))
        let second = node.publish(Batch([state("a", 2)]))
        let third = node.publish(Batch([state("a", 3)]))
        node.say(.published(PublishedFrame(id: first, stage: .node)))
        node.restart()
        #expect(node.takePublished().map(\.id) == [second, third])
        node.say(.published(PublishedFrame(id: second, stage: .node)))
        node.say(.published(PublishedFrame(id: third, stage: .node)))
        #expect(node.published.map(\.id) == [first, second, third])
        #expect(node.client.isIdle)
    }

    @Test("No more leaves than the node's window lets, and an acknowledgement opens it again")
    func window() {
        var node = ScriptedNode.attached(window: Window(bytes: 1 << 20, frames: 2))
        let ids = (0..<5).map { node.publish(Batch([state("a", $0)])) }
        #expect(node.takePublished().map(\.id) == Array(ids[..<2]))
        node.say(.published(PublishedFrame(id: ids[0], stage: .node)))
        #expect(node.takePublished().map(\.id) == Array(ids[2..<4]))
    }

    @Test("Each failure is told at the statement's own position")
    func failures() {
        var node = ScriptedNode.attached()
        let id = node.publish(Batch([state("a", 1), state("b", 2), state("c", 3)]))
        let fault = RequestFault(code: .wrongType, message: "b is text")
        node.say(.published(PublishedFrame(id: id, stage: .node, failures: [.init(index: 1, fault: fault)])))
        #expect(node.published.first?.failures == [.init(index: 1, fault: fault)])
    }

    @Test(
        "What the node has acknowledged is not stated again for its confirmation, but for what its process takes along")
    func confirmedLater() {
        var node = ScriptedNode.attached()
        var volatile = state("b", 2)
        volatile.lifetime = .volatile
        let id = node.publish(Batch([state("a", 1), volatile], confirmAtRoot: true))
        _ = node.takePublished()
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        node.restart()
        #expect(node.takePublished().map(\.statements) == [[volatile]])
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        node.say(.published(PublishedFrame(id: id, stage: .root)))
        #expect(node.published.last?.stage == .root)
        #expect(node.client.isIdle)
    }

    @Test("That the end of a stream failed is told, though it states nothing")
    func failedReplacement() {
        var node = ScriptedNode.attached()
        let id = node.publish(Batch([], stream: 3, replacement: .init(source: "s", stream: 3)))
        let failure = PublishedFrame.Failure(index: 0, fault: RequestFault(code: .storage, message: "full"))
        node.say(.published(PublishedFrame(id: id, stage: .node, failures: [failure])))
        #expect(node.published.first?.failures == [failure])
    }

    @Test("A failure at a position that was never sent is passed over")
    func foreignIndex() {
        var node = ScriptedNode.attached()
        let id = node.publish(Batch([state("a", 1)]))
        let failure = PublishedFrame.Failure(index: .max, fault: noCatalog)
        node.say(.published(PublishedFrame(id: id, stage: .node, failures: [failure])))
        #expect(node.published == [PublishOutcome(id: id, stage: .node, failures: [], retracted: 0)])
    }

    @Test("A node without a catalog is asked again, and nothing overtakes what it refused for the moment")
    func waitsForCatalog() {
        var node = ScriptedNode.attached(catalogHash: 0)
        let first = node.publish(Batch([state("a", 1), state("b", 1)]))
        let second = node.publish(Batch([state("a", 2)]))
        #expect(node.takePublished().map(\.id) == [first])
        let wrong = RequestFault(code: .wrongType, message: "a is text")
        node.say(
            .published(
                PublishedFrame(
                    id: first, stage: .node,
                    failures: [.init(index: 0, fault: wrong), .init(index: 1, fault: noCatalog)])))
        #expect(node.takePublished().isEmpty)
        node.pass(.milliseconds(100))
        let again = node.takePublished()
        #expect(again.map(\.id) == [first])
        #expect(again.first?.statements == [state("b", 1)])
        node.say(.published(PublishedFrame(id: first, stage: .node)))
        #expect(node.takePublished().map(\.id) == [second])
        #expect(node.published.first?.failures == [.init(index: 0, fault: wrong)])
    }

    @Test("Patience with a node without a catalog ends, and its refusal is the outcome")
    func patienceEnds() {
        var node = ScriptedNode.attached(catalogHash: 0)
        let id = node.publish(Batch([state("a", 1)]), patience: .milliseconds(50))
        let refusal = PublishedFrame(id: id, stage: .node, failures: [.init(index: 0, fault: noCatalog)])
        node.say(.published(refusal))
        #expect(node.published.isEmpty)
        node.pass(.milliseconds(100))
        node.say(.published(refusal))
        #expect(node.published.first?.failures.first?.fault.code == .noCatalog)
    }

    @Test("The root's word comes after the node's, is asked for again after a loss, and is told once")
    func rootStage() {
        var node = ScriptedNode.attached()
        let id = node.publish(Batch([state("a", 1)], confirmAtRoot: true))
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        #expect(!node.client.isIdle)
        node.restart()
        #expect(node.takePublished().map(\.confirmAtRoot) == [true])
        node.say(.published(PublishedFrame(id: id, stage: .node)))
        node.say(.published(PublishedFrame(id: id, stage: .root)))
        node.say(.published(PublishedFrame(id: id, stage: .root)))
        #expect(node.published.map(\.stage) == [.node, .root])
        #expect(node.client.isIdle)
    }

    @Test("A stream that replaces is stated again as a whole until it has ended")
    func streams() {
        var node = ScriptedNode.attached()
        let first = node.publish(Batch([state("a", 1)], stream: 5))
        node.say(.published(PublishedFrame(id: first, stage: .node)))
        let end = node.publish(Batch([], stream: 5, replacement: .init(source: "s", stream: 5)))
        node.restart()
        #expect(node.takePublished().map(\.id) == [first, end])
        node.say(.published(PublishedFrame(id: first, stage: .node)))
        node.say(.published(PublishedFrame(id: end, stage: .node, retracted: 3)))
        #expect(node.published.map(\.id) == [first, end])
        node.restart()
        #expect(node.takePublished().isEmpty)
    }
}
