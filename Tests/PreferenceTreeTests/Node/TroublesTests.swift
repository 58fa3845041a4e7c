import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceTree

@Suite("What a node complains of")
struct TroublesTests {
    private func node(_ change: (inout NodeSettings) -> Void = { _ in }) throws -> NodeInHand {
        try NodeInHand([Definition(pattern: try KeyPattern("a"), type: .int, policy: .sum)], change)
    }

    private func lastError(_ node: inout NodeInHand, on link: LinkID) throws -> (String, Value?)? {
        let status = try members(node.ask(.status, on: link)?.body)
        guard case .text(let text)? = status["last_error"] else { return nil }
        return (text, status["last_error_at"])
    }

    @Test("the newest that is not over is the last error, with its time")
    func last() {
        var troubles = Troubles()
        #expect(troubles.last == nil)
        troubles.note("the disk", .disk, at: WallTime(microseconds: 5))
        troubles.note("the parent", .parent, at: WallTime(microseconds: 7))
        #expect(troubles.last == Troubles.Note(message: "the parent", time: WallTime(microseconds: 7), subject: ""))
        troubles.settle(.parent)
        #expect(troubles.last?.message == "the disk")
        troubles.note("b asks", .peer, of: "b", at: WallTime(microseconds: 9))
        troubles.settle(.peer, of: "a")
        #expect(troubles.last?.message == "b asks")
        troubles.settle(.peer, of: "b")
        troubles.settle(.disk)
        #expect(troubles.last == nil)
        #expect(troubles.hasBeenAny)
    }

    @Test("a sleep is an error until the children are back, and no longer")
    func sleep() throws {
        var node = try node()
        let child = try node.attachChild("leaf")
        try node.state([:], marks: [.begin, .end], on: child)
        node.pass(.seconds(30))
        var client = node.attachClient()
        let error = try #require(try lastError(&node, on: client))
        #expect(error.0.contains("asleep"))
        #expect(error.1 != nil)
        for _ in 0..<40 { node.pass(.milliseconds(900)) }
        client = node.attachClient(101)
        #expect(try lastError(&node, on: client) == nil)
    }

    @Test("a name that stands twice is an error until it stands once")
    func names() throws {
        var node = try node()
        let first = try node.attachChild("first", 1)
        let second = try node.attachChild("second", 2)
        let client = node.attachClient()
        let x = try NodeName("x")
        func list(_ id: UInt64, below parent: String) throws -> Message {
            let entry = RosterEntry(name: x, id: id, parent: try NodeName(parent), counted: true, presence: .live)
            return .roster(RosterFrame(entries: [entry], removed: [], complete: false))
        }
        node.say(try list(7, below: "first"), on: first)
        #expect(try lastError(&node, on: client) == nil)
        node.say(try list(8, below: "second"), on: second)
        node.say(try list(7, below: "first"), on: first)
        #expect(try lastError(&node, on: client)?.0.contains("the name x is taken") == true)
        let gone = RosterFrame(entries: [], removed: [EntryReference(name: x, id: 8)], complete: false)
        node.say(.roster(gone), on: second)
        #expect(try lastError(&node, on: client) == nil)
    }

    @Test("a reload that failed is the last error until one succeeds")
    func reload() throws {
        var node = try node()
        let client = node.attachClient()
        node.node.reloadFailed("the configuration was not reloaded: f.toml:1:1: no")
        #expect(try lastError(&node, on: client)?.0.contains("f.toml:1:1") == true)
        node.handle(.reload(node.node.settings, nil))
        #expect(try lastError(&node, on: client) == nil)
    }

    @Test("frames that are none are told once a second, with how many there were")
    func garbage() throws {
        var node = try node()
        let fault = ProtocolFault(code: .malformed, message: "no frame")
        for number in 0..<500 { node.handle(.malformed(LinkID(number: UInt64(200 + number)), fault)) }
        #expect(node.log.count { $0.message.contains("no frame") } == 1)
        node.pass(.seconds(2))
        #expect(node.log.count { $0.message.contains("499 more") } == 1)
        node.pass(.seconds(2))
        #expect(node.log.count { $0.message.contains("more frames") } == 1)
        node.handle(.malformed(LinkID(number: 900), fault))
        #expect(node.log.count { $0.message.contains("no frame") } == 2)
    }

    @Test("a peer that is refused again and again is told of once, and again once it was admitted")
    func refusals() throws {
        var node = try node { $0.acceptsChildren = false }
        func refusals(_ node: NodeInHand) -> Int { node.log.count { $0.message.contains("refused") } }
        for _ in 0..<5 {
            _ = try node.attachChild("leaf")
            node.pass(.milliseconds(500))
        }
        #expect(refusals(node) == 1)
        _ = try node.attachChild("other", 2)
        #expect(refusals(node) == 2)
        for _ in 0..<700 { node.pass(.milliseconds(900)) }
        _ = try node.attachChild("leaf")
        #expect(refusals(node) == 3)
    }
}
