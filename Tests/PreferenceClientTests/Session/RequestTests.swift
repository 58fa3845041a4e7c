import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("Questions through a session")
struct RequestTests {
    private func asked(_ node: inout ScriptedNode) -> [RequestFrame] {
        node.takeHeard().compactMap { if case .request(let frame) = $0 { frame } else { nil } }
    }

    @Test("The parts of an answer are joined in order")
    func parts() {
        var node = ScriptedNode.attached()
        let id = node.ask(.keys)
        node.say(.reply(ReplyFrame(id: id, body: .list([.int(1), .int(2)]), last: false)))
        #expect(node.answers[id] == nil)
        node.say(.reply(ReplyFrame(id: id, body: .list([.int(3)]))))
        #expect(node.answers[id] == .body(.list([.int(1), .int(2), .int(3)])))
    }

    @Test("A read without an answer is asked again in the next session, from its first part on")
    func readAgain() {
        var node = ScriptedNode.attached()
        let id = node.ask(.keys)
        node.say(.reply(ReplyFrame(id: id, body: .list([.int(1)]), last: false)))
        node.restart()
        #expect(asked(&node).map(\.id) == [id])
        node.say(.reply(ReplyFrame(id: id, body: .list([.int(9)]))))
        #expect(node.answers[id] == .body(.list([.int(9)])))
    }

    @Test("What writes is never asked twice: it is told as lost")
    func writeLost() {
        var node = ScriptedNode.attached()
        let id = node.ask(.drain)
        node.restart()
        #expect(asked(&node).isEmpty)
        #expect(node.answers[id] == .lost)
    }

    @Test("What writes and had not left yet leaves in the first session")
    func writeWaits() {
        var node = ScriptedNode()
        let id = node.ask(.drain)
        node.welcome()
        #expect(asked(&node).map(\.id) == [id])
    }

    @Test("The node is told how long the asker still waits, and a deadline ends the question")
    func deadline() {
        var node = ScriptedNode()
        let id = node.ask(.get, within: .seconds(2))
        node.pass(.seconds(1))
        node.welcome()
        #expect(asked(&node).map(\.timeout) == [.seconds(1)])
        node.pass(.milliseconds(999))
        #expect(node.answers[id] == nil)
        node.pass(.milliseconds(1))
        #expect(node.answers[id] == .timedOut)
    }

    @Test("A node without a catalog is asked again while there is time")
    func noCatalog() {
        var node = ScriptedNode.attached()
        let fault = RequestFault(code: .noCatalog, message: "no catalog yet", retry: true)
        let id = node.ask(.keys, within: .milliseconds(250))
        _ = asked(&node)
        for _ in 0..<2 {
            node.say(.reply(ReplyFrame(id: id, body: .null, fault: fault)))
            #expect(asked(&node).isEmpty)
            node.pass(.milliseconds(100))
            #expect(asked(&node).map(\.id) == [id])
        }
        node.say(.reply(ReplyFrame(id: id, body: .null, fault: fault)))
        #expect(node.answers[id] == .fault(fault))
    }

    @Test("At most 1,024 questions are open at a node; the rest follows the answers")
    func bounded() {
        var node = ScriptedNode.attached()
        let ids = (0..<1030).map { _ in node.ask(.ping) }
        #expect(asked(&node).count == 1024)
        node.say(.reply(ReplyFrame(id: ids[0], body: .null)))
        #expect(asked(&node).map(\.id) == [ids[1024]])
    }

    @Test("Silence for dead_after, a farewell and a missing frame each end in a new session")
    func losses() {
        var node = ScriptedNode.attached()
        let id = node.ask(.status, within: .seconds(60))
        node.pass(.seconds(3))
        #expect(node.socketsOpened == 2)
        node.welcome()
        #expect(asked(&node).map(\.id).contains(id))
        node.say(.bye(.stopping))
        node.pass(.seconds(1))
        node.welcome()
        #expect(asked(&node).map(\.id) == [id])
        node.say(.reply(ReplyFrame(id: id, body: .bool(true))))
        #expect(node.answers[id] == .body(.bool(true)))
    }

    @Test("After a stall nobody is judged for silence before what waited was read")
    func stall() {
        var node = ScriptedNode.attached()
        node.pass(.seconds(10), mayJudge: false)
        #expect(node.client.isAttached)
    }
}
