internal import CLinux
internal import Glibc

/// A signal's number.
package struct Signal: RawRepresentable, Hashable, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    package static let hangup = Signal(rawValue: SIGHUP)
    package static let interrupt = Signal(rawValue: SIGINT)
    package static let terminate = Signal(rawValue: SIGTERM)
    package static let kill = Signal(rawValue: SIGKILL)
    package static let stop = Signal(rawValue: SIGSTOP)
    package static let `continue` = Signal(rawValue: SIGCONT)

    /// The bit of a mask as the C shim counts them.
    fileprivate var bit: UInt64 { rawValue > 0 && rawValue < 64 ? 1 << UInt64(rawValue) : 0 }
}

/// The signals of a process as a stream, instead of handlers.
package final class Signals: Sendable {
    /// The signals in the order they came; equal ones that wait together are one.
    package let received: AsyncStream<Signal>
    private let stopping: Descriptor
    private let thread: Thread

    /// Blocks signals in this thread and those it will start, and ignores SIGPIPE: the first act of `main`.
    ///
    /// Once `main` waits for a task its thread is parked with nothing blocked, whatever was blocked before. What
    /// arrives there is passed on to the receiving thread, or kept until there is one.
    package static func block(_ signals: Set<Signal>) {
        for signal in signals { SignalRelay.install(signal.rawValue) }
        _ = clinux_signals_block(mask(signals))
        clinux_ignore_broken_pipes()
    }

    private static func mask(_ signals: Set<Signal>) -> UInt64 {
        signals.reduce(0) { $0 | $1.bit }
    }

    /// Receives signals that are blocked in all threads. C: `signalfd`
    package init(_ signals: Set<Signal>) throws(SystemError) {
        let source = Descriptor(try SystemError.check(clinux_signals_open(Signals.mask(signals)), "signalfd"))
        let stopping = Descriptor(try SystemError.check(clinux_wake_open(), "eventfd"))
        let (stream, continuation) = AsyncStream<Signal>.makeStream()
        received = stream
        self.stopping = stopping
        thread = Thread.start("signals") {
            while clinux_wait_readable(source.number, stopping.number, -1) & 2 == 0 {
                while case let number = clinux_signal_next(source.number), number > 0 {
                    continuation.yield(Signal(rawValue: number))
                }
            }
            continuation.finish()
        }
        SignalRelay.begin(thread)
    }

    deinit {
        SignalRelay.end(thread)
        // The thread keeps its own hold on both descriptors.
        clinux_wake(stopping.number)
    }

    /// Sends a signal to the receiving thread alone, as if it had come from outside.
    package func deliver(_ signal: Signal) {
        thread.deliver(signal.rawValue)
    }
}
