import Preferences
import Testing

@testable import PreferenceTree

@Suite("Questions to a node")
struct RequestTests {
    private static func definitions() throws -> [Definition] {
        [Definition(pattern: try KeyPattern("a"), type: .int, policy: .sum)]
    }

    @Test("keys, explain and get of a node without a catalog say so", arguments: [RequestVerb.keys, .explain, .get])
    func noCatalog(verb: RequestVerb) throws {
        var node = try NodeInHand([]) { $0.hasParent = true }
        let client = node.attachClient()
        let body: [(String, Value)] = [("key", .text("a")), ("keys", .list([.text("a")]))]
        let reply = node.ask(verb, body, on: client)
        #expect(reply?.fault?.code == .noCatalog)
        #expect(reply?.fault?.retry == true)
    }

    /// A node with two attached children, both asked for their part of the tree.
    private func asked() throws -> (node: NodeInHand, children: [LinkID], client: LinkID) {
        var node = try NodeInHand(Self.definitions())
        let client = node.attachClient()
        var children: [LinkID] = []
        for (number, name) in ["alive", "dead"].enumerated() {
            let link = try node.attachChild(name, UInt64(number) + 1)
            try node.state([0: 1], names: [0: "a"], marks: [.begin, .end], on: link)
            _ = node.heard(on: link)
            children.append(link)
        }
        return (node, children, client)
    }

    private func answer(_ reply: ReplyFrame?) -> [String: ValueMap] {
        guard case .map(let body)? = reply?.body, case .list(let parts)? = body["children"] else { return [:] }
        var answer: [String: ValueMap] = [:]
        for case .map(let part) in parts { if case .text(let name)? = part["name"] { answer[name] = part } }
        return answer
    }

    private func part(of verb: RequestVerb, in messages: [Message]) -> UInt64? {
        for case .request(let request) in messages where request.verb == verb { return request.id }
        return nil
    }

    @Test("a child that is lost while it is asked is not waited for", arguments: [RequestVerb.tree, .explain])
    func lostMeanwhile(verb: RequestVerb) throws {
        var (node, children, client) = try asked()
        let early = node.ask(verb, [("key", .text("a"))], on: client)
        #expect(early == nil)
        let heard = node.heard(on: children[0])
        let alive = try #require(part(of: verb, in: heard))
        node.say(.reply(ReplyFrame(id: alive, body: .map(ValueMap([("said", .bool(true))])))), on: children[0])
        node.finishTurn()
        let unfinished = node.heard(on: client)
        #expect(unfinished.isEmpty)
        node.handle(.linkClosed(children[1]))
        node.finishTurn()
        let replies = node.heard(on: client).compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
        let parts = answer(replies.last)
        #expect(parts["alive"]?["said"] == .bool(true))
        guard case .text(let note)? = parts["dead"]?["note"] else {
            Issue.record("no note: \(parts)")
            return
        }
        #expect(note.contains("cannot be reached"))
        #expect(node.node.requests.parts.isEmpty && node.node.partOwners.isEmpty)
    }

    @Test("a child whose connection is lost is not asked, and a question for it is answered at once")
    func lostBefore() throws {
        var (node, children, client) = try asked()
        node.handle(.linkClosed(children[1]))
        _ = node.heard(on: children[1])
        let routed = node.ask(.status, at: "/dead", on: client)
        #expect(routed?.fault?.code == .cutOff)
        let early = node.ask(.tree, on: client)
        #expect(early == nil)
        var heard: [Bool] = []
        for child in children {
            let messages = node.heard(on: child)
            heard.append(part(of: .tree, in: messages) != nil)
        }
        #expect(heard == [true, false])
    }

    @Test("a question that was passed on is answered when the way is lost")
    func passedOn() throws {
        var (node, children, client) = try asked()
        let early = node.ask(.status, at: "/dead", on: client)
        #expect(early == nil)
        let heard = node.heard(on: children[1])
        #expect(part(of: .status, in: heard) != nil)
        node.handle(.linkClosed(children[1]))
        let replies = node.heard(on: client).compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
        #expect(replies.map(\.fault?.code) == [.cutOff])
    }

    @Test("a part that comes too late is nobody's, and nothing is kept for it")
    func late() throws {
        var (node, children, client) = try asked()
        let early = node.ask(.tree, on: client)
        #expect(early == nil)
        let heard = node.heard(on: children[0])
        let late = try #require(part(of: .tree, in: heard))
        let gathering = try #require(node.node.requests.gatherings.keys.first)
        node.node.finish(gathering: gathering)
        #expect(node.node.requests.parts.isEmpty && node.node.partOwners.isEmpty)
        node.say(.reply(ReplyFrame(id: late, body: .null)), on: children[0])
        let answers = node.heard(on: children[0])
        #expect(!answers.contains(.sayHello) && !answers.contains { if case .fault = $0 { true } else { false } })
    }
}
