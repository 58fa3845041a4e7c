import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceTree

@Suite("Frames of a later version")
struct ForeignFrameTests {
    private func definitions() throws -> [Definition] {
        [Definition(pattern: try KeyPattern("a"), type: .int, policy: .sum)]
    }

    private func unknown(
        _ what: UnknownFrame.What, _ node: inout NodeInHand, sequenced: Bool, on link: LinkID
    ) -> UnknownFrame {
        UnknownFrame(numbers: node.numbers(sequenced: sequenced, on: link), what: what)
    }

    @Test("an unknown type is answered, takes its number, and the session goes on", arguments: [true, false])
    func type(sequenced: Bool) throws {
        var node = try NodeInHand(try definitions())
        let client = node.attachClient()
        let child = try node.attachChild("leaf")
        for link in [client, child] {
            _ = node.heard(on: link)
            node.handle(.unknown(link, unknown(.type(200), &node, sequenced: sequenced, on: link)))
            node.finishTurn()
            let faults = node.heard(on: link).compactMap { if case .fault(let fault) = $0 { fault.code } else { nil } }
            #expect(faults == [.unknownType])
        }
        try node.state([0: 3], names: [0: "a"], marks: [.begin, .end], on: child)
        let record = node.record(of: "a", on: client)
        #expect(record["value"] == .int(3))
        let status = try members(node.ask(.status, on: client)?.body)
        #expect(status["unknown_frames"] == .int(2))
        #expect(status["malformed_frames"] == .int(0))
    }

    @Test("an unknown question is answered as unsupported, and the next one as ever")
    func verb() throws {
        var node = try NodeInHand(try definitions())
        let client = node.attachClient()
        _ = node.heard(on: client)
        node.handle(.unknown(client, unknown(.verb(request: 77), &node, sequenced: true, on: client)))
        let replies = node.heard(on: client).compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
        #expect(replies.map(\.id) == [77])
        #expect(replies.map(\.fault?.code) == [.unsupported])
        let next = node.ask(.ping, on: client)
        #expect(next != nil && next?.fault == nil)
    }

    @Test("an unknown frame out of its order ends the session as any other does")
    func order() throws {
        var node = try NodeInHand(try definitions())
        let client = node.attachClient()
        _ = node.heard(on: client)
        var frame = unknown(.type(200), &node, sequenced: true, on: client)
        frame.numbers.sequence += 1
        node.handle(.unknown(client, frame))
        let messages = node.heard(on: client)
        #expect(messages == [.sayHello])
    }

    @Test("without a session an unknown type is answered, and an unknown question asks for a hello")
    func stranger() throws {
        var node = try NodeInHand(try definitions())
        let link = LinkID(number: 9)
        let numbers = Frame.Numbers(session: 5, sequence: 1, acknowledged: 0, isSequenced: true)
        node.handle(.unknown(link, UnknownFrame(numbers: numbers, what: .type(200))))
        node.handle(.unknown(link, UnknownFrame(numbers: numbers, what: .verb(request: 1))))
        let messages = node.heard(on: link)
        #expect(messages.count == 2)
        #expect(messages.last == .sayHello)
    }

    @Test("a fault about an unknown type leaves the session, any other ends it")
    func told() throws {
        var node = try NodeInHand(try definitions())
        let client = node.attachClient()
        node.say(.fault(ProtocolFault(code: .unknownType, message: "")), on: client)
        let lives = node.ask(.ping, on: client)
        #expect(lives != nil)
        node.say(.fault(ProtocolFault(code: .malformed, message: "")), on: client)
        _ = node.heard(on: client)
        let ended = node.ask(.ping, on: client)
        #expect(ended == nil)
    }

    @Test("malformed bytes are answered, end the session and are counted")
    func malformed() throws {
        var node = try NodeInHand(try definitions())
        let client = node.attachClient()
        let other = node.attachClient(101)
        _ = node.heard(on: client)
        node.handle(.malformed(client, ProtocolFault(code: .malformed, message: "no frame")))
        let messages = node.heard(on: client)
        #expect(messages == [.fault(ProtocolFault(code: .malformed, message: "no frame"))])
        let ended = node.ask(.ping, on: client)
        #expect(ended == nil)
        let status = try members(node.ask(.status, on: other)?.body)
        #expect(status["malformed_frames"] == .int(1))
        #expect(status["clients"] == .int(1))
    }

    @Test("the child's side answers its parent in the same way, and stays attached")
    func parent() throws {
        var uplink = Uplink(heartbeat: .seconds(1), deadAfter: .seconds(3), seed: 1)
        let now = Instant(nanoseconds: 5)
        _ = uplink.start(at: now)
        let hello = uplink.tick(at: now, mayJudge: true) { attempt in
            Hello(
                attempt: attempt, role: .node, tree: "t", name: "n", instance: 1, incarnation: 1, lowestVersion: 1,
                highestVersion: 1, software: "", catalogHash: 0, rank: 0, height: 0, syncing: false,
                heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard)
        }
        #expect(hello.count == 1)
        let welcome = Welcome(
            attempt: 1, tree: "t", name: try NodeName("p"), incarnation: 1, version: 1, software: "",
            heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard, path: PathFrame(steps: [], cutOff: nil),
            catalogHash: 0)
        _ = uplink.receive(Frame(session: 4, message: .welcome(welcome)), at: now)
        let next = Frame.Numbers(session: 4, sequence: 1, acknowledged: 0, isSequenced: true)
        let first = uplink.takeNumbers(next, at: now)
        #expect(first.isTaken && uplink.isAttached)
        let fault = Frame(
            session: 4, sequence: 1, message: .fault(ProtocolFault(code: .unknownType, message: "")))
        let actions = uplink.receive(fault, at: now)
        #expect(actions.isEmpty)
        #expect(uplink.isAttached)
        let gap = uplink.takeNumbers(next, at: now)
        #expect(!gap.isTaken && !uplink.isAttached)
    }
}
