/// A socket that connects to one ROUTER and exchanges messages of one frame with it.
///
/// Everything is non-blocking. The thread of the socket is the only one to touch it. It sets no routing id.
package final class Dealer {
    package let socket: Socket
    private let payload = Frame()

    /// Opens a DEALER with IMMEDIATE on: without a connection a send would block, it does not queue.
    package init(in context: Context, _ options: [SocketOption] = []) throws(ZeroMQError) {
        socket = try Socket(.dealer, in: context, [.immediate(true)] + options)
    }

    /// What one receive found.
    package enum Receipt: Equatable, Sendable {
        /// The payload is in the buffer.
        case message
        /// A message of several frames, read to its end and thrown away: the protocol has none.
        case multipart
        /// Nothing is waiting.
        case nothing
    }

    /// Takes the next message, copying its payload into `buffer`; never waits. C: `zmq_msg_recv`
    ///
    /// The buffer is emptied first and keeps its capacity.
    package func receive(into buffer: inout [UInt8]) throws(ZeroMQError) -> Receipt {
        buffer.removeAll(keepingCapacity: true)
        var frames = 0
        repeat {
            if let code = payload.receive(from: socket) {
                if code == .interrupted, frames > 0 { continue }
                guard frames == 0, code == .wouldBlock || code == .interrupted else {
                    throw ZeroMQError(code: code, operation: "receive")
                }
                return .nothing
            }
            frames += 1
        } while payload.hasMore
        defer { payload.release() }
        guard frames == 1 else { return .multipart }
        payload.copy(into: &buffer)
        return .message
    }

    /// Sends one payload; never waits. C: `zmq_send`
    package func send(_ bytes: Span<UInt8>) -> SendOutcome {
        socket.send(bytes)
    }

    /// Sends one payload; never waits.
    package func send(_ bytes: [UInt8]) -> SendOutcome {
        socket.send(bytes.span)
    }
}
