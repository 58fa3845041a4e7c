import CZeroMQ
import Testing

/// A peer that breaks the protocol, made with libzmq alone.
@safe final class RawPeer {
    private let context: UnsafeMutableRawPointer
    private let socket: UnsafeMutableRawPointer

    /// Opens a DEALER, or a ROUTER, with a routing id of its own if given.
    init(router: Bool = false, name: String? = nil) throws {
        // Both handles are given back in deinit alone.
        unsafe context = try #require(zmq_ctx_new())
        unsafe socket = try #require(zmq_socket(context, router ? ZMQ_ROUTER : ZMQ_DEALER))
        let waiting = CInt(patience)
        let milliseconds = [waiting]
        for option in [ZMQ_RCVTIMEO, ZMQ_SNDTIMEO] {
            // libzmq copies the number before it returns.
            _ = unsafe zmq_setsockopt(socket, option, milliseconds, MemoryLayout<CInt>.size)
        }
        if let name {
            let bytes = [UInt8](name.utf8)
            // libzmq copies the bytes before it returns.
            #expect(unsafe zmq_setsockopt(socket, ZMQ_ROUTING_ID, bytes, bytes.count) == 0)
        }
    }

    deinit {
        // Nobody else has the handles.
        _ = unsafe zmq_close(socket)
        _ = unsafe zmq_ctx_term(context)
    }

    func connect(_ endpoint: String) {
        // The string is borrowed for the call.
        #expect(unsafe zmq_connect(socket, endpoint) == 0)
    }

    func bind(_ endpoint: String) {
        // The string is borrowed for the call.
        #expect(unsafe zmq_bind(socket, endpoint) == 0)
    }

    /// Sends one message of any number of frames.
    func send(_ frames: [[UInt8]]) {
        for (index, frame) in frames.enumerated() {
            let more = index + 1 < frames.count ? ZMQ_SNDMORE : 0
            // libzmq copies the bytes before it returns.
            #expect(unsafe zmq_send(socket, frame, frame.count, more) == CInt(frame.count))
        }
    }

    /// The next frame, of at most 64 bytes.
    func receiveFrame() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64)
        // libzmq writes at most the buffer's size.
        let size = unsafe zmq_recv(socket, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, Int(size))))
    }
}
