internal import ZeroMQ

/// One connection to the parent: a DEALER that tries until it has one, and what it did not take yet.
///
/// It sets no routing id, so the parent knows each connection as a new one (protocol R1).
final class ParentSocket {
    let dealer: Dealer
    private(set) var monitor: Monitor?
    private var outbox = Outbox()

    /// Begins to connect. C: `zmq_connect`
    init(_ endpoint: Endpoint, in context: Context, monitorName: String, frameLimit: Int) throws(ZeroMQError) {
        dealer = try Dealer(in: context, SocketPolicy.connecting(frameLimit: frameLimit))
        monitor = try Monitor(dealer.socket, in: context, name: monitorName)
        try dealer.socket.connect("\(endpoint)")
    }

    /// Ends the connection; what is on its way has `linger` to leave. C: `zmq_close`
    func close(lingerMilliseconds linger: CInt) {
        monitor = nil
        try? dealer.socket.set(.linger(milliseconds: linger))
        dealer.socket.close()
        outbox.removeAll()
    }

    /// Hands on what waits, up to a number of messages; nil stands for a message of several frames.
    func read(into buffer: inout [UInt8], atMost limit: Int, _ take: ([UInt8]?) -> Void) throws(ZeroMQError) {
        for _ in 0..<limit {
            switch try dealer.receive(into: &buffer) {
            case .message: take(buffer)
            case .multipart: take(nil)
            case .nothing: return
            }
        }
    }

    /// What the monitor has to tell.
    func sights(_ take: (ParentWatch.Sight) -> Void) throws(ZeroMQError) {
        while let event = try monitor?.next() {
            switch event.kind {
            case .handshakeSucceeded: take(.connected)
            case .disconnected: take(.lost)
            case .connectRetried: take(.unreachable)
            case .handshakeFailed, .handshakeViolated, .handshakeRefused: take(.foreign)
            default: break
            }
        }
    }

    /// Sends a frame, or keeps it until there is a connection that takes it.
    ///
    /// One that begins anew, as a HELLO does, makes all that waits void.
    func send(_ bytes: [UInt8], beginsAnew: Bool) {
        if beginsAnew { outbox.removeAll() }
        if outbox.isEmpty, dealer.send(bytes) == .sent { return }
        // What has no room is lost; the parent sees the gap and asks for a new beginning.
        if !outbox.append(bytes) { outbox.removeAll() }
    }

    /// Whether frames wait for a connection that takes them.
    var hasUnsent: Bool { !outbox.isEmpty }

    /// Tries again what was not taken.
    func retry() {
        _ = outbox.drain { bytes in
            let outcome = dealer.send(bytes)
            return outcome == .sent ? nil : outcome
        }
    }
}
