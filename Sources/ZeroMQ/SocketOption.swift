internal import CZeroMQ

/// The socket options that are used, as values; what is missing here is missing on purpose.
///
/// There is no ZMQ_HEARTBEAT_IVL (with a full receive queue the process aborts), no ROUTER_HANDOVER, no
/// CONNECT_ROUTING_ID and no ROUTING_ID (a peer that names itself can be locked out by its own old connection).
package enum SocketOption: Equatable, Sendable {
    /// How long unsent messages outlive the socket; -1 for ever.
    case linger(milliseconds: CInt)
    /// The most messages queued for each peer before a send would block; 0 without bound.
    case sendHighWaterMark(CInt)
    /// The most messages queued from each peer; 0 without bound.
    case receiveHighWaterMark(CInt)
    /// Queue only to completed connections.
    case immediate(Bool)
    /// A ROUTER answers EHOSTUNREACH for a peer that is not there, instead of dropping.
    case routerMandatory(Bool)
    /// The longest a connection may take to shake hands.
    case handshakeInterval(milliseconds: CInt)
    /// The largest frame a peer may send, in bytes; a larger one ends its connection. -1 without bound.
    case maximumMessageSize(Int64)
    /// The first pause before a lost connection is tried again.
    case reconnectInterval(milliseconds: CInt)
    /// The longest pause between tries; 0: always the first one.
    case reconnectMaximum(milliseconds: CInt)
    /// TCP keepalive: idle time and interval in seconds, and the number of probes.
    case keepalive(idle: CInt, interval: CInt, count: CInt)
    /// How long sent TCP data may stay unacknowledged before the connection ends.
    case tcpMaximumRetransmit(milliseconds: CInt)
    /// The length of the listen queue.
    case backlog(CInt)
}

extension SocketOption {
    /// What `zmq_setsockopt` is called with, in order.
    var settings: [(option: CInt, value: Setting, name: String)] {
        switch self {
        case .linger(let value): [(ZMQ_LINGER, .int(value), "ZMQ_LINGER")]
        case .sendHighWaterMark(let value): [(ZMQ_SNDHWM, .int(value), "ZMQ_SNDHWM")]
        case .receiveHighWaterMark(let value): [(ZMQ_RCVHWM, .int(value), "ZMQ_RCVHWM")]
        case .immediate(let value): [(ZMQ_IMMEDIATE, .int(value ? 1 : 0), "ZMQ_IMMEDIATE")]
        case .routerMandatory(let value): [(ZMQ_ROUTER_MANDATORY, .int(value ? 1 : 0), "ZMQ_ROUTER_MANDATORY")]
        case .handshakeInterval(let value): [(ZMQ_HANDSHAKE_IVL, .int(value), "ZMQ_HANDSHAKE_IVL")]
        case .maximumMessageSize(let value): [(ZMQ_MAXMSGSIZE, .long(value), "ZMQ_MAXMSGSIZE")]
        case .reconnectInterval(let value): [(ZMQ_RECONNECT_IVL, .int(value), "ZMQ_RECONNECT_IVL")]
        case .reconnectMaximum(let value): [(ZMQ_RECONNECT_IVL_MAX, .int(value), "ZMQ_RECONNECT_IVL_MAX")]
        case .keepalive(let idle, let interval, let count):
            [
                (ZMQ_TCP_KEEPALIVE, .int(1), "ZMQ_TCP_KEEPALIVE"),
                (ZMQ_TCP_KEEPALIVE_IDLE, .int(idle), "ZMQ_TCP_KEEPALIVE_IDLE"),
                (ZMQ_TCP_KEEPALIVE_INTVL, .int(interval), "ZMQ_TCP_KEEPALIVE_INTVL"),
                (ZMQ_TCP_KEEPALIVE_CNT, .int(count), "ZMQ_TCP_KEEPALIVE_CNT"),
            ]
        case .tcpMaximumRetransmit(let value): [(ZMQ_TCP_MAXRT, .int(value), "ZMQ_TCP_MAXRT")]
        case .backlog(let value): [(ZMQ_BACKLOG, .int(value), "ZMQ_BACKLOG")]
        }
    }

    /// The two widths of number that options have.
    enum Setting: Equatable {
        case int(CInt)
        case long(Int64)
    }
}
