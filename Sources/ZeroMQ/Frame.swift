internal import CZeroMQ

/// The one message frame a socket receives into, again and again.
///
/// libzmq's message lives on the heap at a fixed address; a received payload stays in it (and, beyond 33 bytes, pins
/// the arena it came in) until the next receive or `release`. What is needed longer is copied out.
@safe final class Frame {
    private let message: UnsafeMutablePointer<zmq_msg_t>

    init() {
        // Allocated and initialised here, closed and deallocated in deinit: always a valid message in between.
        unsafe message = .allocate(capacity: 1)
        unsafe message.initialize(to: zmq_msg_t())
        _ = unsafe zmq_msg_init(message)
    }

    deinit {
        // The only other owner of the bytes is libzmq's reference count.
        _ = unsafe zmq_msg_close(message)
        unsafe message.deallocate()
    }

    /// Receives the next frame without waiting; nil is success. C: `zmq_msg_recv`
    func receive(from socket: Socket) -> ZeroMQError.Code? {
        // libzmq releases the former content itself and leaves an empty message where nothing is there.
        let size = unsafe zmq_msg_recv(message, socket.handle, ZMQ_DONTWAIT)
        return size >= 0 ? nil : .last
    }

    /// Gives the content back to libzmq.
    func release() {
        // Closing and initialising leaves a valid, empty message.
        _ = unsafe zmq_msg_close(message)
        _ = unsafe zmq_msg_init(message)
    }

    /// Whether another frame of the same message follows. C: `zmq_msg_more`
    var hasMore: Bool {
        // The message is valid as long as self.
        unsafe zmq_msg_more(message) != 0
    }

    /// Replaces the content of `buffer` by the frame's, keeping its capacity.
    func copy(into buffer: inout [UInt8]) {
        buffer.removeAll(keepingCapacity: true)
        // libzmq says where the bytes are and how many; they are copied before the message changes.
        let bytes = unsafe UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
        unsafe buffer.append(contentsOf: bytes.assumingMemoryBound(to: UInt8.self))
    }

    /// The id in a routing frame that a ROUTER made itself: one zero byte and a number of four.
    var routingID: RoutingID? {
        // libzmq says where the bytes are and how many; only those five are read.
        let bytes = unsafe UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
        guard bytes.count == RoutingID.size, unsafe bytes[0] == 0 else { return nil }
        // Five bytes are there, by the guard.
        return unsafe RoutingID(rawValue: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    }

    /// The descriptor of the connection the frame came by, if it came by one. C: `ZMQ_SRCFD`
    var sourceDescriptor: CInt? {
        // The message is valid as long as self.
        let descriptor = unsafe zmq_msg_get(message, ZMQ_SRCFD)
        return descriptor >= 0 ? descriptor : nil
    }

    /// What libzmq wrote down about the peer when its connection was accepted. C: `zmq_msg_gets`
    var peerAddress: String? {
        // The text belongs to the message, which is valid as long as self; it is copied here.
        guard let text = unsafe zmq_msg_gets(message, "Peer-Address") else { return nil }
        return unsafe String(cString: text)
    }
}
