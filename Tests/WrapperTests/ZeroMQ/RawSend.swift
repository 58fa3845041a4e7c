internal import CZeroMQ

@testable import ZeroMQ

/// What only a peer that breaks the protocol sends.
enum RawSend {
    /// Sends one message of several frames.
    static func frames(_ frames: [[UInt8]], on socket: Socket) -> Bool {
        for (index, frame) in frames.enumerated() {
            let more = index + 1 < frames.count ? ZMQ_SNDMORE : 0
            // libzmq copies the bytes before it returns.
            guard unsafe zmq_send(socket.handle, frame, frame.count, ZMQ_DONTWAIT | more) >= 0 else { return false }
        }
        return true
    }

    /// Gives a socket a routing id of its own choosing.
    static func name(_ name: String, _ socket: Socket) -> Bool {
        let bytes = [UInt8](name.utf8)
        // libzmq copies the bytes before it returns.
        return unsafe zmq_setsockopt(socket.handle, ZMQ_ROUTING_ID, bytes, bytes.count) == 0
    }
}

extension RoutingID {
    /// The five bytes as an array.
    var wire: [UInt8] {
        [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4]
    }
}
