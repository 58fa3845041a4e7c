import PreferenceTestSupport
import Preferences
import Testing

@testable import PreferenceTree

@Suite("A disk that refuses writes")
struct FullDiskTests {
    private func node() throws -> (NodeInHand, client: LinkID) {
        let keys = ["a", "b"]
        var node = try NodeInHand(try keys.map { Definition(pattern: try KeyPattern($0), type: .int, policy: .sum) })
        let client = node.attachClient()
        node.hasQuickDisk = false
        return (node, client)
    }

    private func publish(
        _ value: Int64, of key: String = "a", _ lifetime: Lifetime? = nil, on client: LinkID, _ node: inout NodeInHand
    ) {
        let statement = Statement(operation: .publish(.int(value)), key: key, source: "s", lifetime: lifetime)
        node.say(.publish(PublishFrame(id: UInt64(value), statements: [statement])), on: client)
        node.finishTurn()
    }

    private func published(_ messages: [Message]) -> [PublishedFrame] {
        messages.compactMap { if case .published(let published) = $0 { published } else { nil } }
    }

    /// The disk answers everything that waits.
    private func answer(_ node: inout NodeInHand, full: Bool) -> [StoreWrite] {
        let tickets = node.takeTickets()
        for ticket in tickets {
            node.handle(
                full
                    ? .persistFailed(ticket: ticket.number, message: "the disk is full")
                    : .persisted(ticket: ticket.number))
        }
        node.finishTurn()
        return tickets.flatMap(\.writes)
    }

    @Test("durable publications are refused with the remedy, and are not seen; others go on")
    func refused() throws {
        var (node, client) = try node()
        publish(1, on: client, &node)
        publish(2, of: "b", .volatile, on: client, &node)
        _ = answer(&node, full: true)
        let answers = published(node.heard(on: client))
        #expect(answers.map(\.id) == [1, 2])
        let fault = answers.first?.failures.first?.fault
        #expect(fault?.code == .storage)
        #expect(fault?.retry == true)
        #expect(fault?.hint.contains("free space") == true)
        #expect(answers.last?.failures == [])
        let durable = node.record(of: "a", on: client)
        #expect(durable["explicit"] == .bool(false))
        let volatile = node.record(of: "b", on: client)
        #expect(volatile["value"] == .int(2))
        let status = try members(node.ask(.status, on: client)?.body)
        #expect(status["state"] == .text("degraded"))
        #expect(status["disk"] == .text("the disk is full"))
    }

    @Test("once there is room everything is as before, and the log has told of both, once")
    func recovers() throws {
        var (node, client) = try node()
        for value in 1...3 as ClosedRange<Int64> { publish(value, on: client, &node) }
        _ = answer(&node, full: true)
        publish(4, on: client, &node)
        _ = answer(&node, full: false)
        let answers = published(node.heard(on: client))
        #expect(answers.map { $0.failures.isEmpty } == [false, false, false, true])
        let record = node.record(of: "a", on: client)
        #expect(record["value"] == .int(4))
        let status = try members(node.ask(.status, on: client)?.body)
        #expect(status["state"] == .text("ok"))
        #expect(node.log.filter { $0.message.contains("refuses writes") }.count == 1)
        #expect(node.log.filter { $0.message.contains("takes writes again") }.count == 1)
    }

    @Test("what the node keeps for itself is written again until the disk takes it, without anybody asking")
    func owed() throws {
        var (node, client) = try node()
        let child = try node.attachChild("leaf")
        try node.state([0: 1], names: [0: "a"], marks: [.begin, .end], on: child)
        func rosters(_ writes: [StoreWrite]) -> Int {
            writes.count { if case .roster(let row) = $0 { row.name.text == "leaf" } else { false } }
        }
        for _ in 0..<3 {
            let writes = answer(&node, full: true)
            #expect(rosters(writes) == 1)
            node.pass(.seconds(1))
        }
        let written = answer(&node, full: false)
        #expect(rosters(written) == 1)
        let status = try members(node.ask(.status, on: client)?.body)
        #expect(status["disk"] == .text("ok"))
        node.pass(.seconds(1))
        let more = answer(&node, full: false)
        #expect(rosters(more) == 0)
    }

    @Test("a removal that was refused does not undo what was stated after it", arguments: [true, false])
    func newer(whileUnderWay: Bool) throws {
        var (node, client) = try node()
        publish(1, .ttl(.seconds(1)), on: client, &node)
        _ = answer(&node, full: false)
        node.pass(.milliseconds(1_100))
        // The lease is over, and its removal is under way, or was refused.
        if whileUnderWay { publish(2, on: client, &node) }
        for ticket in node.takeTickets() {
            let isRemoval = ticket.writes.contains { if case .removeContribution = $0 { true } else { false } }
            node.handle(
                isRemoval
                    ? .persistFailed(ticket: ticket.number, message: "full") : .persisted(ticket: ticket.number))
        }
        if !whileUnderWay {
            publish(2, on: client, &node)
            _ = answer(&node, full: false)
        }
        node.pass(.seconds(2))
        let later = answer(&node, full: false)
        #expect(!later.contains { if case .removeContribution = $0 { true } else { false } })
        let record = node.record(of: "a", on: client)
        #expect(record["value"] == .int(2))
    }

    @Test("the end of a stream that cannot retract what it did not name is a failure")
    func replacement() throws {
        var (node, client) = try node()
        let own = Statement(operation: .publish(.int(1)), key: "a", source: "s")
        node.say(.publish(PublishFrame(id: 1, statements: [own], stream: 4)), on: client)
        node.finishTurn()
        _ = answer(&node, full: false)
        _ = node.heard(on: client)
        let end = PublishFrame.Replacement(source: "s", stream: 9)
        node.say(.publish(PublishFrame(id: 2, statements: [], stream: 9, replacement: end)), on: client)
        node.finishTurn()
        _ = answer(&node, full: true)
        let answers = published(node.heard(on: client))
        #expect(answers.map { $0.failures.map(\.fault.code) } == [[.storage]])
        #expect(node.record(of: "a", on: client)["explicit"] == .bool(true))
    }
}
