internal import CZeroMQ

/// What became of a message that was to be sent without waiting.
package enum SendOutcome: Equatable, Sendable {
    /// libzmq has it; whether the peer gets it is not known.
    case sent
    /// The peer's queue is full, or a DEALER has no connection.
    case wouldBlock
    /// A ROUTER has no such peer any more.
    case unreachable
    /// Anything else, such as a closed socket.
    case failed(ZeroMQError.Code)

    init(_ code: ZeroMQError.Code) {
        switch code {
        case .wouldBlock: self = .wouldBlock
        case .hostUnreachable: self = .unreachable
        default: self = .failed(code)
        }
    }
}

extension Socket {
    /// Sends the last frame of a message; never waits. C: `zmq_send`
    func send(_ bytes: Span<UInt8>) -> SendOutcome {
        // libzmq copies the bytes before it returns.
        let sent = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe zmq_send(handle, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT)
        }
        return sent >= 0 ? .sent : SendOutcome(.last)
    }
}
