import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("Frames of a later version at a client")
struct ForeignFrameTests {
    @Test("One of an unknown type is answered, and what comes after it is read")
    func unknownType() throws {
        var node = ScriptedNode.attached()
        let question = node.ask(.status)
        _ = node.takeHeard()
        node.sayUnknown(.type(77))
        guard case .fault(let fault)? = node.takeHeard().first else {
            Issue.record("no answer")
            return
        }
        #expect(fault.code == .unknownType)
        #expect(fault.message.contains("77"))
        node.say(.reply(ReplyFrame(id: question, body: .bool(true))))
        #expect(node.answers[question] != nil)
        #expect(node.client.isAttached)
        #expect(node.socketsOpened == 1)
    }

    @Test("A question of an unknown kind is refused, and the session goes on")
    func unknownVerb() throws {
        var node = ScriptedNode.attached()
        node.sayUnknown(.verb(request: 4))
        guard case .reply(let reply)? = node.takeHeard().first else {
            Issue.record("no answer")
            return
        }
        #expect(reply.id == 4)
        #expect(reply.fault?.code == .unsupported)
        #expect(node.client.isAttached)
    }

    @Test("One that left a gap before it ends the session as any other frame would")
    func gap() throws {
        var node = ScriptedNode.attached()
        node.loseOne()
        node.sayUnknown(.type(77))
        #expect(!node.client.isAttached)
    }
}
