internal import CZeroMQ

/// Sockets and descriptors that one thread waits for together.
///
/// The items are allocated once and grow only by `add`; a wait allocates nothing. A removed slot is used again.
@safe package final class PollSet {
    /// A place in the set, valid until it is removed.
    package struct Slot: Hashable, Sendable {
        fileprivate let index: Int
    }

    private var items: UnsafeMutableBufferPointer<zmq_pollitem_t>
    private var count = 0
    private var free: [Int] = []
    /// Keeps each polled socket alive; nil for descriptors and free slots.
    private var sockets: [Socket?] = []

    package init(capacity: Int = 16) {
        // Owned here; the first `count` items are initialised, and all of them trivial.
        unsafe items = .allocate(capacity: max(capacity, 1))
    }

    deinit {
        // The items are trivial.
        unsafe items.deallocate()
    }

    /// Waits for a socket too. C: `zmq_poll`
    package func add(_ socket: Socket, for events: Readiness = .readable) -> Slot {
        // The socket is retained in `sockets`, so its handle is valid unless closed; a closed one fails the wait.
        unsafe place(zmq_pollitem_t(socket: socket.handle, fd: -1, events: events.rawValue, revents: 0), socket)
    }

    /// Waits for a descriptor too, which stays the caller's. C: `zmq_poll`
    package func add(descriptor: CInt, for events: Readiness = .readable) -> Slot {
        // An item without a socket is about its descriptor.
        unsafe place(zmq_pollitem_t(socket: nil, fd: descriptor, events: events.rawValue, revents: 0), nil)
    }

    /// Changes what a slot waits for.
    package func change(_ slot: Slot, to events: Readiness) {
        precondition(slot.index < count)
        // In bounds by the line above.
        unsafe items[slot.index].events = events.rawValue
    }

    /// Forgets a slot; remove a socket before it is closed.
    package func remove(_ slot: Slot) {
        precondition(slot.index < count)
        // In bounds by the line above; poll ignores a negative descriptor.
        unsafe items[slot.index] = zmq_pollitem_t(socket: nil, fd: -1, events: 0, revents: 0)
        sockets[slot.index] = nil
        free.append(slot.index)
    }

    private func place(_ item: zmq_pollitem_t, _ socket: Socket?) -> Slot {
        if let index = free.popLast() {
            // A free slot is below count.
            unsafe items[index] = item
            sockets[index] = socket
            return Slot(index: index)
        }
        // The buffer is self's.
        if unsafe count == items.count { grow() }
        // Below the capacity by the line above.
        unsafe items.initializeElement(at: count, to: item)
        sockets.append(socket)
        count += 1
        return Slot(index: count - 1)
    }

    private func grow() {
        // The old items are moved and their memory given back; nobody else holds it.
        let larger = unsafe UnsafeMutableBufferPointer<zmq_pollitem_t>.allocate(capacity: items.count * 2)
        _ = unsafe larger.moveInitialize(fromContentsOf: items[..<count])
        unsafe items.deallocate()
        unsafe items = larger
    }

    /// Waits until a slot is ready and answers how many are; nil waits for ever. C: `zmq_poll`
    ///
    /// An interrupted wait answers 0.
    package func wait(milliseconds: Int?) throws(ZeroMQError) -> Int {
        // The first `count` items are initialised; libzmq writes their revents only.
        let ready = unsafe zmq_poll(items.baseAddress, CInt(count), milliseconds ?? -1)
        if ready >= 0 { return Int(ready) }
        let code = ZeroMQError.Code.last
        guard code == .interrupted else { throw ZeroMQError(code: code, operation: "zmq_poll") }
        return 0
    }

    /// What the last wait found for a slot.
    package func ready(_ slot: Slot) -> Readiness {
        precondition(slot.index < count)
        // In bounds by the line above.
        return unsafe Readiness(rawValue: items[slot.index].revents)
    }
}
