internal import CLinux
internal import Glibc

/// A thread of the operating system, with every signal blocked, that ends by itself when its work is done.
package struct Thread: Sendable {
    private let identity: pthread_t

    /// Starts a thread that runs `work`; the name is what `ps -L` shows, up to 15 bytes.
    ///
    /// There is always one more thread to be had, or the process cannot go on.
    @discardableResult
    package static func start(_ name: String, _ work: @escaping @Sendable () -> Void) -> Thread {
        var identity = pthread_t()
        // The retained errand is released by the entry point, which runs exactly once.
        let errand = unsafe Unmanaged.passRetained(Errand(name, work)).toOpaque()
        // The errand goes to the thread; `identity` is written before the call returns.
        let result = unsafe pthread_create(&identity, nil, enterThread, errand)
        precondition(result == 0, "no thread \(name) can be started: errno \(result)")
        pthread_detach(identity)
        return Thread(identity: identity)
    }

    /// The number that tells the running thread from all others that live.
    static var current: UInt { UInt(pthread_self()) }

    /// The number of this thread, as `current` has it.
    var number: UInt { UInt(identity) }

    /// Sends a signal to this thread, which must still live. C: `pthread_kill`
    func deliver(_ signal: CInt) {
        pthread_kill(identity, signal)
    }

    fileprivate final class Errand {
        let name: String
        let work: @Sendable () -> Void

        init(_ name: String, _ work: @escaping @Sendable () -> Void) {
            self.name = name
            self.work = work
        }
    }
}

/// The C entry point: a free function, so that it belongs to no actor.
private func enterThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // What `start` passed; never NULL.
    guard let argument = unsafe argument else { return nil }
    // Balances passRetained in `start`.
    let errand = unsafe Unmanaged<Thread.Errand>.fromOpaque(argument).takeRetainedValue()
    _ = clinux_signals_block_all()
    // The name is borrowed for the call and cut to what the kernel takes.
    unsafe clinux_name_thread(String(decoding: errand.name.utf8.prefix(15), as: UTF8.self))
    errand.work()
    return nil
}
