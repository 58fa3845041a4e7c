internal import CLinux
internal import Glibc
internal import Synchronization

/// Brings signals that arrive at a thread which does not block them to the thread that receives them.
///
/// Its handler only loads, stores and calls `pthread_kill`, all of which a handler may do.
enum SignalRelay {
    /// Catches a signal in every thread that does not block it. C: `sigaction`
    static func install(_ number: CInt) {
        var action = sigaction()
        // unsafe: a member of a union in C, which SA_SIGINFO would make another.
        unsafe action.__sigaction_handler.sa_handler = passOn
        // unsafe: fills a set of the struct.
        unsafe sigfillset(&action.sa_mask)
        action.sa_flags = SA_RESTART
        // unsafe: the action is copied by the call.
        unsafe sigaction(number, &action, nil)
    }

    /// From now on signals go to this thread, which lives until `end`; those that came earlier go there at once.
    static func begin(_ thread: Thread) {
        receiver.store(thread.number, ordering: .sequentiallyConsistent)
        let early = waiting.exchange(0, ordering: .sequentiallyConsistent)
        for number in 1..<64 as Range<CInt> where early >> UInt64(number) & 1 == 1 { thread.deliver(number) }
    }

    /// Signals are kept again, unless another thread has taken over.
    static func end(_ thread: Thread) {
        _ = receiver.compareExchange(expected: thread.number, desired: 0, ordering: .sequentiallyConsistent)
    }
}

/// The thread that receives; 0 if there is none.
private let receiver = Atomic<UInt>(0)
/// The signals that came while there was none, a bit for each number.
private let waiting = Atomic<UInt64>(0)

/// The handler: a free function, so that it belongs to no actor.
private func passOn(_ number: CInt) {
    let before = errno
    let thread = receiver.load(ordering: .sequentiallyConsistent)
    if thread == 0 {
        waiting.bitwiseOr(1 << UInt64(number & 63), ordering: .sequentiallyConsistent)
    } else {
        pthread_kill(pthread_t(thread), number)
    }
    errno = before
}
