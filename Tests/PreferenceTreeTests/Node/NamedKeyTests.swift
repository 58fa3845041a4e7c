import Preferences
import Testing

@testable import PreferenceTree

@Suite("Keys that a subscription or a child names")
struct NamedKeyTests {
    @Test("a child that is lost keeps no key in memory, and comes back to the same")
    func lostChild() throws {
        var definition = Definition(pattern: try KeyPattern("load.*"), type: .int, policy: .sum)
        definition.maximumKeys = 1
        var node = try NodeInHand([definition]) { $0.limits.forgetKeysAfter = .seconds(4) }
        let child = try node.attachChild("leaf")
        let key = try Key("load.x")
        try node.state([0: 1], names: [0: "load.x"], marks: [.begin, .end], on: child)
        #expect(node.node.keys.index(of: key) != nil)
        for _ in 0..<60 { node.pass(.milliseconds(900)) }
        #expect(node.node.keys.index(of: key) == nil)
        let back = try node.attachChild("leaf", 2, instance: 1)
        try node.state([0: 4], names: [0: "load.x"], marks: [.begin, .end], on: back)
        let index = try #require(node.node.keys.index(of: key))
        #expect(node.node.keys.states[Int(index)].references == 1)
    }

    @Test("a key that is given two ids is referred to no more than before")
    func twoIDs() throws {
        var node = try NodeInHand([Definition(pattern: try KeyPattern("load.*"), type: .int, policy: .sum)])
        let child = try node.attachChild("leaf")
        try node.state([0: 1], names: [0: "load.x"], marks: [.begin, .end], on: child)
        let index = try #require(node.node.keys.index(of: try Key("load.x")))
        #expect(node.node.keys.states[Int(index)].references == 1)
        try node.state([1: 1], names: [1: "load.x"], on: child)
        #expect(node.node.keys.states[Int(index)].references == 1)
    }

    @Test("one that there was no room for is not given back for another who has it")
    func noRoom() throws {
        var definition = Definition(pattern: try KeyPattern("load.*"), type: .int, policy: .sum)
        definition.maximumKeys = 1
        var node = try NodeInHand([definition]) { $0.limits.forgetKeysAfter = .seconds(4) }
        let (client, publisher) = (node.attachClient(50), node.attachClient(51))
        let (x, a) = (try Key("load.x"), try Key("load.a"))
        func publish(_ operation: Statement.Operation, _ key: Key) -> Message {
            .publish(
                PublishFrame(id: 1, statements: [Statement(operation: operation, key: key.text, source: "s")]))
        }
        func pass(_ seconds: Int, _ links: [LinkID]) {
            for _ in 0..<seconds {
                for link in links { node.say(.ping, on: link) }
                node.pass(.seconds(1))
            }
        }
        node.say(publish(.publish(.int(1)), a), on: publisher)
        node.finishTurn()
        node.say(
            .subscribe(SubscribeFrame(id: 1, patterns: [.exact(x)], standpoint: .here, coverage: false, after: nil)),
            on: client)
        node.finishTurn()
        #expect(node.node.keys.index(of: x) == nil)
        // There is room now, and a child has the key.
        node.say(publish(.retract, a), on: publisher)
        node.finishTurn()
        pass(8, [client, publisher])
        #expect(node.node.keys.index(of: a) == nil)
        let child = try node.attachChild("leaf")
        try node.state([0: 1], names: [0: "load.x"], marks: [.begin, .end], on: child)
        let index = try #require(node.node.keys.index(of: x))
        let references = node.node.keys.states[Int(index)].references
        node.say(.unsubscribe(1), on: client)
        node.finishTurn()
        #expect(node.node.keys.states[Int(index)].references == references)
        var removal = StateFrame()
        removal.removals = [StateFrame.Removal(id: 0, reason: .retracted)]
        node.say(.state(removal), on: child)
        node.finishTurn()
        pass(8, [child, publisher])
        #expect(node.node.keys.index(of: x) == index)
        try node.state([0: 5], on: child)
        #expect(node.node.keys.states[Int(index)].output.partial != nil)
    }
}
