import CLinux
import Glibc
import Testing
import ZeroMQ

@Suite("Exchange between ROUTER and DEALER")
struct ExchangeTests {
    @Test(
        "a payload reaches the router with the connection's id, and an answer comes back",
        arguments: ["ipc", "tcp"])
    func echo(_ transport: String) throws {
        let link = try Link(transport == "ipc" ? scratchEndpoint() : "tcp://127.0.0.1:*")
        var buffer: [UInt8] = []
        for size in [0, 1, 33, 34, 4_096, 100_000] {
            let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try link.sendFromDealer(payload)
            guard case .message(let peer) = try link.receiveAtRouter(into: &buffer) else {
                Issue.record("no message of \(size) bytes")
                return
            }
            #expect(buffer == payload)
            #expect(link.router.send(buffer.reversed(), to: peer) == .sent)
            #expect(try link.receiveAtDealer(into: &buffer) == .message)
            #expect(buffer == payload.reversed())
        }
        #expect(try link.router.receive(into: &buffer) == .nothing)
        #expect(buffer.isEmpty)
    }

    @Test("a router throws a message of several frames away as a whole and names its sender")
    func multipartToRouter() throws {
        let link = try Link(scratchEndpoint())
        let peer = try RawPeer()
        peer.connect(link.endpoint)
        peer.send([[1], [2], [3]])
        peer.send([[4]])
        var buffer: [UInt8] = [9]
        guard case .multipart(let sender) = try link.receiveAtRouter(into: &buffer) else {
            Issue.record("several frames were not told apart")
            return
        }
        #expect(buffer.isEmpty)
        #expect(try link.receiveAtRouter(into: &buffer) == .message(from: sender))
        #expect(buffer == [4])
        #expect(link.router.send([5], to: sender) == .sent)
        #expect(peer.receiveFrame() == [5])
    }

    @Test("a dealer throws a message of several frames away as a whole")
    func multipartToDealer() throws {
        let endpoint = scratchEndpoint()
        defer { removeSocket(of: endpoint) }
        let peer = try RawPeer(router: true)
        peer.bind(endpoint)
        let context = try Context()
        let dealer = try Dealer(in: context)
        try dealer.socket.connect(endpoint)
        try waitUntil(dealer.socket, is: .writable)
        #expect(dealer.send([1]) == .sent)
        let name = peer.receiveFrame()
        #expect(name.count == 5)
        #expect(peer.receiveFrame() == [1])
        peer.send([name, [2], [3]])
        peer.send([name, [4]])
        var receipts: [Dealer.Receipt] = []
        var buffer: [UInt8] = []
        while receipts.count < 2 {
            try waitUntil(dealer.socket, is: .readable)
            let receipt = try dealer.receive(into: &buffer)
            if receipt != .nothing { receipts.append(receipt) }
        }
        #expect(receipts == [.multipart, .message])
        #expect(buffer == [4])
    }

    @Test("a peer that names its own routing id is told apart and its message thrown away")
    func selfNamed() throws {
        let link = try Link(scratchEndpoint())
        let impostor = try RawPeer(name: "impostor")
        impostor.connect(link.endpoint)
        impostor.send([[1]])
        var buffer: [UInt8] = []
        #expect(try link.receiveAtRouter(into: &buffer) == .selfNamed)
        #expect(buffer.isEmpty)
    }

    @Test("a peer that is not there is unreachable, and a full queue would block")
    func unreachableAndFull() throws {
        let link = try Link(
            "tcp://127.0.0.1:*", routerOptions: [.sendHighWaterMark(2)], dealerOptions: [.receiveHighWaterMark(2)])
        #expect(link.router.send([1], to: RoutingID(rawValue: 7)) == .unreachable)
        try link.sendFromDealer([1])
        var buffer: [UInt8] = []
        guard case .message(let peer) = try link.receiveAtRouter(into: &buffer) else {
            Issue.record("no message")
            return
        }
        let large = [UInt8](repeating: 1, count: 1 << 20)
        var sent = 0
        while link.router.send(large, to: peer) == .sent, sent < 1_000 { sent += 1 }
        #expect(sent < 1_000)
        #expect(link.router.send(large, to: peer) == .wouldBlock)
        link.dealer.socket.close()
        #expect(link.dealer.send([1]) == .failed(.notASocket))
    }

    @Test("a dealer without a connection would block instead of queueing")
    func withoutConnection() throws {
        let context = try Context()
        let dealer = try Dealer(in: context)
        try dealer.socket.connect("ipc:///tmp/prefd-test-nobody-\(getpid()).sock")
        #expect(dealer.send([1]) == .wouldBlock)
    }

    @Test("a frame beyond the limit ends the connection and is never seen")
    func messageLimit() throws {
        let link = try Link("tcp://127.0.0.1:*", routerOptions: [.maximumMessageSize(1_000)])
        let monitor = try Monitor(link.router.socket, in: link.context, name: "limit")
        try link.sendFromDealer([UInt8](repeating: 0, count: 1_001))
        _ = try next(.disconnected, of: monitor)
        var buffer: [UInt8] = []
        // What is sent before the dealer notices the end is lost with the old connection, so it is sent again.
        let set = PollSet()
        _ = set.add(link.router.socket)
        repeat {
            try link.sendFromDealer([UInt8](repeating: 0, count: 1_000))
        } while try set.wait(milliseconds: 50) == 0
        guard case .message = try link.receiveAtRouter(into: &buffer) else {
            Issue.record("no message")
            return
        }
        #expect(buffer.count == 1_000)
    }

    @Test("the payload's connection tells who the peer is, until the next receive")
    func peerCredentials() throws {
        let link = try Link(scratchEndpoint())
        try link.sendFromDealer([1])
        var buffer: [UInt8] = []
        _ = try link.receiveAtRouter(into: &buffer)
        let descriptor = try #require(link.router.sourceDescriptor)
        let peer = clinux_peer_credentials(descriptor)
        #expect(peer.error == 0)
        #expect(peer.pid == getpid())
        #expect(peer.uid == getuid())
        #expect(peer.gid == getgid())
        #expect(try link.router.receive(into: &buffer) == .nothing)
        #expect(link.router.sourceDescriptor == nil)
    }
}
