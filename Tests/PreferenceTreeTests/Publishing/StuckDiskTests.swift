import PreferenceTree
import Preferences
import Testing

@Suite("A disk that stands still")
struct StuckDiskTests {
    private func publish(
        _ value: Int64, _ key: String, _ lifetime: Lifetime, batch: UInt64 = 1
    ) -> Message {
        .publish(
            PublishFrame(
                id: batch,
                statements: [Statement(operation: .publish(.int(value)), key: key, source: "s", lifetime: lifetime)]))
    }

    private func node() throws -> NodeInHand {
        let lifetimes: Set<LifetimeKind> = [.durable, .ttl, .volatile]
        return try NodeInHand(
            try ["a", "b"].map { text in
                var definition = Definition(pattern: try KeyPattern(text), type: .int, policy: .sum)
                definition.lifetimes = lifetimes
                return definition
            })
    }

    private func keepAlive(_ node: inout NodeInHand, _ links: [LinkID]) {
        for link in links { node.say(.ping, on: link) }
    }

    @Test("does not end a lease that was stated again in time")
    func lease() throws {
        var node = try node()
        let (client, reader) = (node.attachClient(1), node.attachClient(2))
        node.say(publish(1, "a", .ttl(.seconds(3))), on: client)
        node.finishTurn()
        #expect(node.record(of: "a", on: reader)["value"] == .int(1))
        node.hasQuickDisk = false
        node.pass(.seconds(1))
        node.say(publish(1, "a", .ttl(.seconds(3)), batch: 2), on: client)
        node.finishTurn()
        for _ in 0..<10 {
            keepAlive(&node, [client, reader])
            node.pass(.seconds(1))
        }
        #expect(node.record(of: "a", on: reader)["explicit"] == .bool(true))
        for ticket in node.takeTickets() { node.handle(.persisted(ticket: ticket.number)) }
        node.hasQuickDisk = true
        node.finishTurn()
        for _ in 0..<5 {
            keepAlive(&node, [client, reader])
            node.pass(.seconds(1))
        }
        #expect(node.record(of: "a", on: reader)["explicit"] == .bool(false))
    }

    @Test("does not hold up what needs no disk, unless its own client or source waits")
    func volatile() throws {
        var node = try node()
        let (durable, other, reader) = (node.attachClient(1), node.attachClient(2), node.attachClient(3))
        node.hasQuickDisk = false
        node.say(publish(1, "a", .durable), on: durable)
        node.finishTurn()
        node.say(publish(5, "b", .volatile), on: other)
        node.finishTurn()
        #expect(node.record(of: "b", on: reader)["value"] == .int(5))
        // The same source, and the same client: in the order in which they were stated.
        node.say(publish(7, "a", .volatile, batch: 2), on: other)
        node.say(publish(9, "b", .volatile, batch: 2), on: durable)
        node.finishTurn()
        #expect(node.record(of: "a", on: reader)["explicit"] == .bool(false))
        #expect(node.record(of: "b", on: reader)["value"] == .int(5))
        for ticket in node.takeTickets() { node.handle(.persisted(ticket: ticket.number)) }
        node.finishTurn()
        #expect(node.record(of: "a", on: reader)["value"] == .int(7))
        #expect(node.record(of: "b", on: reader)["value"] == .int(9))
    }
}
