internal import CZeroMQ

/// One ZeroMQ socket: opened, used and closed by one thread.
///
/// It owns its handle and retains its context. After `close` every call answers `notASocket`; nothing traps. A new
/// socket has LINGER 0 and IPV6 off. `Router` and `Dealer` say what can be sent and received.
@safe package final class Socket {
    package let kind: Kind
    private let context: Context
    /// Nil once closed, which libzmq answers with ENOTSOCK; never leaves this module.
    private(set) var handle: UnsafeMutableRawPointer?

    /// The socket types in use.
    package enum Kind: Sendable {
        /// Binds; knows its peers by the ids it makes for them.
        case router
        /// Connects to one router.
        case dealer
        /// One end of an inproc pair, such as a monitor's.
        case pair

        fileprivate var number: CInt {
            switch self {
            case .router: ZMQ_ROUTER
            case .dealer: ZMQ_DEALER
            case .pair: ZMQ_PAIR
            }
        }
    }

    /// Opens a socket on the calling thread, which is its thread from then on. C: `zmq_socket`
    package init(_ kind: Kind, in context: Context, _ options: [SocketOption] = []) throws(ZeroMQError) {
        self.kind = kind
        self.context = context
        // The handle is owned here and given back by close alone; the context outlives it.
        guard let made = unsafe zmq_socket(context.handle, kind.number) else { throw .last("zmq_socket") }
        unsafe handle = made
        try set(.linger(milliseconds: 0))
        for option in options { try set(option) }
    }

    deinit {
        close()
    }

    /// Closes the socket and drops what LINGER does not cover; twice is once. C: `zmq_close`
    package func close() {
        // The handle is forgotten at once, so that no second close can reach libzmq.
        guard let open = unsafe handle else { return }
        unsafe handle = nil
        _ = unsafe zmq_close(open)
    }

    /// Sets an option; most apply only to connections made afterwards. C: `zmq_setsockopt`
    package func set(_ option: SocketOption) throws(ZeroMQError) {
        for (number, value, name) in option.settings {
            let result: CInt
            switch value {
            case .int(var int):
                // libzmq copies the number before it returns.
                result = unsafe zmq_setsockopt(handle, number, &int, MemoryLayout<CInt>.size)
            case .long(var long):
                // libzmq copies the number before it returns.
                result = unsafe zmq_setsockopt(handle, number, &long, MemoryLayout<Int64>.size)
            }
            guard result == 0 else { throw .last(name) }
        }
    }

    /// Reads a numeric option of C's type int. C: `zmq_getsockopt`
    private func number(_ option: CInt, _ name: String) throws(ZeroMQError) -> CInt {
        var value: CInt = 0
        var size = MemoryLayout<CInt>.size
        // libzmq writes at most `size` bytes into `value`.
        guard unsafe zmq_getsockopt(handle, option, &value, &size) == 0 else { throw .last(name) }
        return value
    }
}

// MARK: - Endpoints

extension Socket {
    /// Listens at an endpoint; a bind steals a live ipc path without an error, so lock first. C: `zmq_bind`
    package func bind(_ endpoint: String) throws(ZeroMQError) {
        // The string is borrowed for the call.
        guard unsafe zmq_bind(handle, endpoint) == 0 else { throw .last("bind", endpoint: endpoint) }
    }

    /// Connects in the background and goes on trying. C: `zmq_connect`
    package func connect(_ endpoint: String) throws(ZeroMQError) {
        // The string is borrowed for the call.
        guard unsafe zmq_connect(handle, endpoint) == 0 else { throw .last("connect", endpoint: endpoint) }
    }

    /// The endpoint last bound or connected, with a wildcard port resolved. C: `ZMQ_LAST_ENDPOINT`
    package func lastEndpoint() throws(ZeroMQError) -> String {
        let capacity = 1024
        var bytes = [UInt8](repeating: 0, count: capacity)
        var size = capacity
        // libzmq writes at most `size` bytes and the terminating zero.
        guard unsafe zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &bytes, &size) == 0 else {
            throw .last("ZMQ_LAST_ENDPOINT")
        }
        return String(decoding: bytes.prefix(while: { $0 != 0 }), as: UTF8.self)
    }
}

// MARK: - Readiness

extension Socket {
    /// What can be done now without blocking. C: `ZMQ_EVENTS`
    package func events() throws(ZeroMQError) -> Readiness {
        Readiness(rawValue: Int16(truncatingIfNeeded: try number(ZMQ_EVENTS, "ZMQ_EVENTS")))
    }
}

/// What a socket or descriptor is ready for.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int16

    package init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: Int16(ZMQ_POLLIN))
    package static let writable = Readiness(rawValue: Int16(ZMQ_POLLOUT))
    package static let failed = Readiness(rawValue: Int16(ZMQ_POLLERR))
}
