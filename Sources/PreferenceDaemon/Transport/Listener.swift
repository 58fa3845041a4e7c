internal import Glibc
internal import ServiceRuntime
internal import ZeroMQ

/// One endpoint that is listened at: a ROUTER, what its monitor tells, and what its peers did not take yet.
///
/// Links are the numbers that the ROUTER gives connections.
final class Listener {
    /// One thing that came in.
    enum Arrival {
        /// A payload that came over the link.
        case frame(UInt32)
        /// A message of several frames.
        case multipart(UInt32)
        /// The link's connection is over, and all that came over it has been read.
        case closed(UInt32)
        /// The link's connection may be over: something is to be sent over it.
        case doubtful(UInt32)
        /// A message of a peer that names itself, which has no link here.
        case selfNamed
        /// A connection could not be accepted, by errno.
        case acceptFailed(CInt)
    }

    let endpoint: Endpoint
    let router: Router
    private(set) var monitor: Monitor?
    private var table = LinkTable()
    private var outboxes: [UInt32: Outbox] = [:]
    private let path: UnixSocketPath?
    /// Of the listening socket, once its monitor has told of it.
    private var listening: CInt?

    /// Listens at an endpoint. C: `zmq_bind`
    init(
        _ endpoint: Endpoint, in context: Context, monitorName: String, frameLimit: Int, backlog: Int
    ) throws(BindFault) {
        self.endpoint = endpoint
        if case .ipc(let file) = endpoint { path = try UnixSocketPath(file) } else { path = nil }
        do throws(ZeroMQError) {
            router = try Router(in: context, SocketPolicy.listening(frameLimit: frameLimit, backlog: backlog))
            // Before the bind, so that no connection escapes it.
            monitor = try Monitor(
                router.socket, in: context, name: monitorName, for: .connections.union(.listening))
        } catch {
            throw BindFault(endpoint, .refused("\(error)"))
        }
        try bind()
    }

    private func bind() throws(BindFault) {
        do throws(ZeroMQError) {
            try router.socket.bind("\(endpoint)")
        } catch {
            throw BindFault(endpoint, error.code == .addressInUse ? .inUse(by: nil) : .refused("\(error.code)"))
        }
        if case .ipc(let file) = endpoint { try UnixSocketPath.restrict(file) }
    }

    /// Stops listening; what is on its way has `linger` to leave. C: `zmq_close`
    func close(lingerMilliseconds linger: CInt) {
        monitor = nil
        try? router.socket.set(.linger(milliseconds: linger))
        router.socket.close()
        outboxes.removeAll()
    }

    /// Takes no new connections for a while, or takes them again; those that stand are not touched.
    ///
    /// An unbind would end them, so the way to the socket is closed instead.
    func refuseConnections(_ isRefused: Bool) throws(SystemError) {
        switch endpoint {
        case .ipc(let file): try isRefused ? UnixSocketPath.hide(file) : UnixSocketPath.show(file)
        case .tcp: if let listening { try ListeningDescriptor.refuse(isRefused, at: listening) }
        }
    }

    /// Who sent the frame that was taken last.
    var peerAddress: String? { router.peerAddress }

    var isUnix: Bool { if case .ipc = endpoint { true } else { false } }

    // MARK: - Reading

    /// Hands on what waits, up to a number of messages; each is in the buffer while it is handed on.
    func read(into buffer: inout [UInt8], atMost limit: Int, _ take: (Arrival, [UInt8]) -> Void) throws(ZeroMQError) {
        try watch(take)
        for _ in 0..<limit {
            switch try router.receive(into: &buffer) {
            case .message(let id):
                try hear(id.rawValue, take)
                take(.frame(id.rawValue), buffer)
            case .multipart(let id):
                try hear(id.rawValue, take)
                take(.multipart(id.rawValue), [])
            case .selfNamed: take(.selfNamed, [])
            case .nothing:
                // All that came before the ends that are known has been read.
                for id in table.takeClosed() {
                    outboxes[id] = nil
                    take(.closed(id), [])
                }
                for id in table.takeDoubtful() { take(.doubtful(id), []) }
                return
            }
        }
    }

    /// A link's first frame finds the monitor emptied, as the table wants it.
    private func hear(_ id: UInt32, _ take: (Arrival, [UInt8]) -> Void) throws(ZeroMQError) {
        if table.isKnown(id) { return }
        let descriptor = router.sourceDescriptor
        try watch(take)
        table.heard(id, over: descriptor)
    }

    private func watch(_ take: (Arrival, [UInt8]) -> Void) throws(ZeroMQError) {
        while let event = try monitor?.next() {
            switch event.kind {
            case .listening: listening = event.descriptor
            case .accepted: if let descriptor = event.descriptor { table.opened(descriptor) }
            case .disconnected: if let descriptor = event.descriptor { table.closed(descriptor) }
            case .acceptFailed: take(.acceptFailed(CInt(truncatingIfNeeded: event.value)), [])
            default: break
            }
        }
    }

    /// Whether a read is due though nothing may have come.
    var isAnythingDue: Bool { table.isAnythingDue }

    /// Connections that are open now.
    var connections: Int { table.openCount }

    // MARK: - Sending

    /// Sends a frame, or keeps it for a peer that takes none now; nothing goes to a link that is over.
    func send(_ bytes: [UInt8], to id: UInt32) {
        guard table.isOpen(id) else { return }
        if !outboxes.isEmpty, outboxes[id] != nil {
            keep(bytes, for: id)
            return
        }
        switch router.send(bytes, to: RoutingID(rawValue: id)) {
        case .sent: break
        case .wouldBlock: keep(bytes, for: id)
        case .unreachable, .failed: table.unreachable(id)
        }
    }

    private func keep(_ bytes: [UInt8], for id: UInt32) {
        if outboxes[id, default: Outbox()].append(bytes) { return }
        // It has taken nothing for so long that it must start anew; the gap in its sequence tells it.
        outboxes[id] = nil
        table.unreachable(id)
    }

    /// Whether frames wait for peers that did not take them.
    var hasUnsent: Bool { !outboxes.isEmpty }

    /// Tries again what was not taken.
    func retry() {
        for id in Array(outboxes.keys) {
            guard var outbox = outboxes.removeValue(forKey: id) else { continue }
            let rest = outbox.drain { bytes in
                let outcome = router.send(bytes, to: RoutingID(rawValue: id))
                return outcome == .sent ? nil : outcome
            }
            switch rest {
            case nil, .sent: break
            case .wouldBlock: outboxes[id] = outbox
            case .unreachable, .failed: table.unreachable(id)
            }
        }
    }
}
