internal import CZeroMQ

/// What happens to the connections of one socket, told over an inproc pair.
///
/// Made and read on the watched socket's thread, and gone before it is. Its queue has no high-water mark: a full one
/// would block the I/O thread, and an event is a few dozen bytes.
package final class Monitor {
    /// Poll this one; `next` until nil when it is readable.
    package let socket: Socket
    private let watched: Socket
    private let frame = Frame()
    private var bytes: [UInt8] = []

    /// One thing that happened.
    package struct Event: Equatable, Sendable {
        package let kind: Kind
        /// The descriptor, errno, or ZMTP or ZAP code: the kind says which.
        package let value: UInt32
        package let endpoint: String

        /// The connection's descriptor where the kind has one.
        package var descriptor: CInt? {
            switch kind {
            case .accepted, .connected, .disconnected, .handshakeSucceeded, .listening:
                CInt(truncatingIfNeeded: Int64(value))
            default: nil
            }
        }
    }

    /// Starts to watch; `name` must be unique in the context. C: `zmq_socket_monitor`
    package init(
        _ watched: Socket, in context: Context, name: String, for kinds: Kind = .connections
    ) throws(ZeroMQError) {
        let endpoint = "inproc://\(name)"
        // The string is borrowed for the call.
        let started = unsafe zmq_socket_monitor(watched.handle, endpoint, CInt(kinds.rawValue))
        guard started == 0 else { throw .last("zmq_socket_monitor", endpoint: endpoint) }
        self.watched = watched
        socket = try Socket(.pair, in: context, [.receiveHighWaterMark(0)])
        try socket.connect(endpoint)
    }

    deinit {
        // Without an endpoint the call stops the events, so that libzmq's end does not outlive this one.
        _ = unsafe zmq_socket_monitor(watched.handle, nil, 0)
    }

    /// The next event, or nil if there is none now. C: `zmq_socket_monitor`
    package func next() throws(ZeroMQError) -> Event? {
        if let code = frame.receive(from: socket) {
            guard code == .wouldBlock || code == .interrupted else {
                throw ZeroMQError(code: code, operation: "monitor")
            }
            return nil
        }
        frame.copy(into: &bytes)
        let (kind, value) = Monitor.number(bytes)
        var endpoint = ""
        while frame.hasMore {
            if let code = frame.receive(from: socket) {
                if code == .interrupted { continue }
                throw ZeroMQError(code: code, operation: "monitor")
            }
            frame.copy(into: &bytes)
            endpoint = String(decoding: bytes, as: UTF8.self)
        }
        return Event(kind: kind, value: value, endpoint: endpoint)
    }

    /// The first frame: the kind in two bytes and the value in four, both in this machine's order.
    private static func number(_ bytes: [UInt8]) -> (Kind, UInt32) {
        guard bytes.count == 6 else { return (Kind(rawValue: 0), 0) }
        let kind = UInt16(littleEndian: UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
        let value = bytes[2...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (Kind(rawValue: kind), value)
    }
}

extension Monitor {
    /// The kinds of event, also as a set to ask for; unknown ones survive.
    package struct Kind: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let connected = Kind(rawValue: UInt16(ZMQ_EVENT_CONNECTED))
        /// A connect came to nothing; the value is the pause in milliseconds before the next.
        package static let connectRetried = Kind(rawValue: UInt16(ZMQ_EVENT_CONNECT_RETRIED))
        package static let listening = Kind(rawValue: UInt16(ZMQ_EVENT_LISTENING))
        package static let accepted = Kind(rawValue: UInt16(ZMQ_EVENT_ACCEPTED))
        /// The value is an errno, such as EMFILE.
        package static let acceptFailed = Kind(rawValue: UInt16(ZMQ_EVENT_ACCEPT_FAILED))
        package static let disconnected = Kind(rawValue: UInt16(ZMQ_EVENT_DISCONNECTED))
        package static let handshakeSucceeded = Kind(rawValue: UInt16(ZMQ_EVENT_HANDSHAKE_SUCCEEDED))
        /// The value is an errno.
        package static let handshakeFailed = Kind(rawValue: UInt16(ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL))
        /// The value is a ZMTP error.
        package static let handshakeViolated = Kind(rawValue: UInt16(ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL))
        /// The value is a ZAP status code.
        package static let handshakeRefused = Kind(rawValue: UInt16(ZMQ_EVENT_HANDSHAKE_FAILED_AUTH))

        /// What the state of connections depends on.
        package static let connections: Kind = [
            .connected, .connectRetried, .accepted, .acceptFailed, .disconnected, .handshakeSucceeded, .handshakeFailed,
            .handshakeViolated, .handshakeRefused,
        ]
    }
}
