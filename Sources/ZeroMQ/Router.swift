internal import CZeroMQ

/// A socket that binds and speaks with each connected peer by its routing id, in messages of one payload frame.
///
/// Everything is non-blocking. The thread of the socket is the only one to touch it.
package final class Router {
    package let socket: Socket
    private let routing = Frame()
    private let payload = Frame()

    /// Opens a ROUTER with ROUTER_MANDATORY on. C: `zmq_socket`
    package init(in context: Context, _ options: [SocketOption] = []) throws(ZeroMQError) {
        socket = try Socket(.router, in: context, [.routerMandatory(true)] + options)
    }

    /// What one receive found.
    package enum Receipt: Equatable, Sendable {
        /// The payload is in the buffer.
        case message(from: RoutingID)
        /// A message of several frames, read to its end and thrown away: the protocol has none.
        case multipart(from: RoutingID)
        /// A message, thrown away, of a peer that names its own routing id: the protocol forbids it.
        case selfNamed
        /// Nothing is waiting.
        case nothing
    }

    /// Takes the next message, copying its payload into `buffer`; never waits. C: `zmq_msg_recv`
    ///
    /// The buffer is emptied first and keeps its capacity.
    package func receive(into buffer: inout [UInt8]) throws(ZeroMQError) -> Receipt {
        buffer.removeAll(keepingCapacity: true)
        payload.release()
        if let code = routing.receive(from: socket) {
            guard code == .wouldBlock || code == .interrupted else {
                throw ZeroMQError(code: code, operation: "receive")
            }
            return .nothing
        }
        let sender = routing.routingID
        var frames = 0
        var more = routing.hasMore
        while more {
            // A message is readable as a whole or not at all, so no frame of it can be missing.
            if let code = payload.receive(from: socket) {
                if code == .interrupted { continue }
                throw ZeroMQError(code: code, operation: "receive")
            }
            frames += 1
            more = payload.hasMore
        }
        guard let sender else {
            payload.release()
            return .selfNamed
        }
        guard frames == 1 else {
            payload.release()
            return .multipart(from: sender)
        }
        payload.copy(into: &buffer)
        return .message(from: sender)
    }

    /// The descriptor of the connection the last received message came by, until the next receive. C: `ZMQ_SRCFD`
    ///
    /// A hint: the connection may have ended, and its number may already be another's.
    package var sourceDescriptor: CInt? { payload.sourceDescriptor }

    /// Who sent the last received message, as of its connect, until the next receive. C: `zmq_msg_gets`
    ///
    /// Of a TCP connection the address; of a unix socket `NAME:UID:GID:PID` by SO_PEERCRED. It belongs to the very
    /// connection, whatever has become of its descriptor since.
    package var peerAddress: String? { payload.peerAddress }

    /// Sends one payload to a peer; never waits. C: `zmq_send`
    package func send(_ bytes: Span<UInt8>, to peer: RoutingID) -> SendOutcome {
        let head = peer.bytes
        // libzmq copies the five bytes before it returns.
        let routed = unsafe withUnsafeBytes(of: head) { id in
            unsafe zmq_send(socket.handle, id.baseAddress, id.count, ZMQ_DONTWAIT | ZMQ_SNDMORE)
        }
        guard routed >= 0 else { return SendOutcome(.last) }
        return socket.send(bytes)
    }

    /// Sends one payload to a peer; never waits.
    package func send(_ bytes: [UInt8], to peer: RoutingID) -> SendOutcome {
        send(bytes.span, to: peer)
    }
}
