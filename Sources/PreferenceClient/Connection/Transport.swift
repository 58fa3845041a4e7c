import PreferenceTree
import PreferenceWire
import Preferences
import ZeroMQ

/// The DEALER of one client, with frames instead of bytes.
///
/// Without a connection nothing is lost: with IMMEDIATE a send blocks, and the frame waits here until the socket can
/// be written. What waits is bounded by the session's window and is void when the socket is opened anew.
final class Transport {
    enum Incoming {
        case frame(PreferenceTree.Frame)
        /// Of a later version.
        case unknown(UnknownFrame)
        case malformed
    }

    private let context: Context
    private let poller: PollSet
    private var dealer: Dealer?
    private var slot: PollSet.Slot?
    private var monitor: Monitor?
    private var monitorSlot: PollSet.Slot?
    private let watchesConnection: Bool
    private var sockets = 0
    private var encoder = FrameEncoder()
    private var decoder = FrameDecoder()
    private var buffer: [UInt8] = []
    private var outbox: [[UInt8]] = []
    private var connections = 0
    /// Whether the present socket has ever been connected.
    private(set) var wasWritable = false

    init(in context: Context, poller: PollSet, watchesConnection: Bool) {
        self.context = context
        self.poller = poller
        self.watchesConnection = watchesConnection
    }

    /// Waiting messages are few: they hold frames of up to 64 KiB (protocol, facts about HWM).
    private static let options: [SocketOption] = [
        .sendHighWaterMark(64), .receiveHighWaterMark(64), .handshakeInterval(milliseconds: 3_000),
        .maximumMessageSize(Int64(FrameLimits.standardBytes)), .reconnectInterval(milliseconds: 50),
        .reconnectMaximum(milliseconds: 1_000), .keepalive(idle: 10, interval: 3, count: 3),
        .tcpMaximumRetransmit(milliseconds: 10_000),
    ]

    func open(_ endpoint: Endpoint) throws(ZeroMQError) {
        close()
        sockets += 1
        let dealer = try Dealer(in: context, Transport.options)
        self.dealer = dealer
        if watchesConnection {
            let monitor = try Monitor(
                dealer.socket, in: context, name: "client-\(sockets)", for: .handshakeSucceeded)
            self.monitor = monitor
            monitorSlot = poller.add(monitor.socket)
        }
        try dealer.socket.connect(endpoint.text)
        slot = poller.add(dealer.socket)
    }

    func close() {
        if let slot { poller.remove(slot) }
        if let monitorSlot { poller.remove(monitorSlot) }
        (slot, monitorSlot, monitor) = (nil, nil, nil)
        dealer?.socket.close()
        dealer = nil
        outbox = []
        connections = 0
        wasWritable = false
    }

    func send(_ frame: PreferenceTree.Frame) {
        // A newer greeting supersedes whatever waits.
        if case .hello = frame.message { outbox = [] }
        var bytes: [UInt8] = []
        encoder.encode(frame, into: &bytes)
        outbox.append(bytes)
        flush()
    }

    /// Sends what waits, as far as the socket takes it.
    func flush() {
        guard let dealer, let slot else { return }
        var sent = 0
        while sent < outbox.count, dealer.send(outbox[sent]) == .sent { sent += 1 }
        if sent > 0 { wasWritable = true }
        outbox.removeFirst(sent)
        poller.change(slot, to: outbox.isEmpty ? .readable : [.readable, .writable])
    }

    /// The next frame that is there; nil: none is.
    func receive() throws(ZeroMQError) -> Incoming? {
        guard let dealer else { return nil }
        while true {
            switch try dealer.receive(into: &buffer) {
            case .nothing: return nil
            case .multipart: continue
            case .message:
                do {
                    return .frame(try decoder.decode(buffer))
                } catch {
                    return error.unknownFrame.map { .unknown($0) } ?? .malformed
                }
            }
        }
    }

    /// Whether the connection was made again since the last look, so that the other side may be another process.
    func reconnected() -> Bool {
        guard let monitor else { return false }
        let before = connections
        while let event = try? monitor.next() {
            if event.kind == .handshakeSucceeded { connections += 1 }
        }
        return connections > max(before, 1)
    }
}
