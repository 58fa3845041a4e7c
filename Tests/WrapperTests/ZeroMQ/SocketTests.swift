import CLinux
import Glibc
import Testing
import ZeroMQ

@Suite("Sockets, monitors and polling")
struct SocketTests {
    @Test("every option in use is accepted by the loaded library")
    func options() throws {
        let context = try Context()
        _ = try Router(
            in: context,
            [
                .linger(milliseconds: 0), .sendHighWaterMark(16), .receiveHighWaterMark(64),
                .handshakeInterval(milliseconds: 3_000), .maximumMessageSize(1 << 20), .backlog(4_096),
                .keepalive(idle: 10, interval: 3, count: 3), .tcpMaximumRetransmit(milliseconds: 5_000),
            ])
        _ = try Dealer(
            in: context,
            [.immediate(true), .reconnectInterval(milliseconds: 50), .reconnectMaximum(milliseconds: 1_000)])
    }

    @Test("an option out of range is refused as invalid and named")
    func invalidOption() throws {
        let context = try Context()
        let error = #expect(throws: ZeroMQError.self) {
            _ = try Socket(.dealer, in: context, [.sendHighWaterMark(-1)])
        }
        #expect(error?.code == .invalid)
        #expect(error?.operation == "ZMQ_SNDHWM")
    }

    @Test("a bind that cannot be says why and where")
    func bindErrors() throws {
        let context = try Context()
        let first = try Router(in: context)
        try first.socket.bind("tcp://127.0.0.1:*")
        let taken = try first.socket.lastEndpoint()
        let second = try Router(in: context)
        let cases: [(String, ZeroMQError.Code)] = [
            (taken, .addressInUse), ("ipc:///nowhere/at/all.sock", .notFound),
            ("carrier://pigeon", .protocolNotSupported), ("tcp://127.0.0.1", .invalid),
        ]
        for (endpoint, code) in cases {
            let error = #expect(throws: ZeroMQError.self) { try second.socket.bind(endpoint) }
            #expect(error == ZeroMQError(code: code, operation: "bind", endpoint: endpoint))
        }
    }

    @Test("a closed socket answers errors, it does not trap")
    func afterTheEnd() throws {
        let context = try Context()
        let dealer = try Dealer(in: context)
        var buffer: [UInt8] = []
        dealer.socket.close()
        dealer.socket.close()
        #expect(throws: ZeroMQError(code: .notASocket, operation: "receive")) { try dealer.receive(into: &buffer) }
        #expect(throws: ZeroMQError(code: .notASocket, operation: "ZMQ_EVENTS")) { try dealer.socket.events() }
    }

    @Test("a monitor tells both ends of a connection's life, with its descriptor")
    func monitor() throws {
        let link = try Link(scratchEndpoint())
        let monitor = try Monitor(link.router.socket, in: link.context, name: "router")
        let other = try Dealer(in: link.context)
        let outgoing = try Monitor(other.socket, in: link.context, name: "dealer")
        try other.socket.connect(link.endpoint)
        #expect(try next(.connected, of: outgoing).endpoint == link.endpoint)
        let accepted = try next(.accepted, of: monitor)
        #expect(clinux_peer_credentials(try #require(accepted.descriptor)).pid == getpid())
        _ = try next(.handshakeSucceeded, of: monitor)
        other.socket.close()
        let ended = try next(.disconnected, of: monitor)
        #expect(ended.descriptor != nil)
    }

    @Test("a peer that does not speak ZMTP is reported and dropped")
    func stranger() throws {
        let context = try Context()
        let router = try Router(in: context, [.handshakeInterval(milliseconds: 50)])
        let monitor = try Monitor(router.socket, in: context, name: "stranger")
        let endpoint = scratchEndpoint()
        defer { removeSocket(of: endpoint) }
        let path = String(endpoint.dropFirst("ipc://".count))
        try router.socket.bind(endpoint)
        let stranger = try UnixClient(path)
        stranger.write("GET / HTTP/1.1\r\n\r\n")
        _ = try next(.accepted, of: monitor)
        _ = try next(.disconnected, of: monitor)
    }

    @Test("one wait covers sockets and descriptors, and a removed slot is used again")
    func polling() throws {
        let link = try Link("tcp://127.0.0.1:*")
        let wake = clinux_wake_open()
        defer { close(wake) }
        let set = PollSet(capacity: 1)
        let socket = set.add(link.router.socket)
        let descriptor = set.add(descriptor: wake)
        #expect(try set.wait(milliseconds: 0) == 0)

        clinux_wake(wake)
        #expect(try set.wait(milliseconds: patience) == 1)
        #expect(set.ready(descriptor) == .readable)
        #expect(set.ready(socket) == [])

        clinux_wake_clear(wake)
        try link.sendFromDealer([1])
        #expect(try set.wait(milliseconds: patience) == 1)
        #expect(set.ready(socket) == .readable)
        #expect(set.ready(descriptor) == [])

        set.remove(socket)
        #expect(try set.wait(milliseconds: 0) == 0)
        clinux_wake(wake)
        let again = set.add(link.router.socket)
        #expect(again == socket)
        #expect(try set.wait(milliseconds: patience) == 2)
        set.change(again, to: [])
        #expect(try set.wait(milliseconds: patience) == 1)
    }
}
