internal import CZeroMQ
internal import Synchronization

/// A ZeroMQ context: the I/O threads and what the sockets of one process share.
///
/// One for each process, made before any socket and with signals masked (its threads inherit the mask). Sockets retain
/// it, so it ends after the last of them, unless `terminate` ends it before.
/// Never fork while one lives, unless to exec at once.
@safe package final class Context: Sendable {
    /// libzmq documents a context as thread safe; it is never changed after `init`.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer
    private let isOver = Atomic(false)

    /// Makes a context; `sockets` bounds how many may be open at once. C: `zmq_ctx_new`
    package init(ioThreads: CInt = 1, sockets: CInt = 1024) throws(ZeroMQError) {
        // The handle is owned here and given back in deinit alone.
        guard let made = unsafe zmq_ctx_new() else { throw .last("zmq_ctx_new") }
        unsafe handle = made
        try set(ZMQ_IO_THREADS, ioThreads, "ZMQ_IO_THREADS")
        try set(ZMQ_MAX_SOCKETS, sockets, "ZMQ_MAX_SOCKETS")
        try set(ZMQ_IPV6, 0, "ZMQ_IPV6")
    }

    private func set(_ option: CInt, _ value: CInt, _ name: String) throws(ZeroMQError) {
        // The handle lives as long as self.
        guard unsafe zmq_ctx_set(handle, option, value) == 0 else { throw .last(name) }
    }

    /// Waits until all sockets are closed and their lingers over, and ends the context; once. C: `zmq_ctx_term`
    ///
    /// Nothing may be done with the context afterwards.
    package func terminate() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // The flag makes this the only call; EINTR is the only error that can be repeated.
        while unsafe zmq_ctx_term(handle) != 0, ZeroMQError.Code.last == .interrupted {}
    }

    deinit {
        terminate()
    }
}
