internal import CLinux
internal import Glibc
import ServiceRuntime

/// The signals of a process that passes them on, as something to wait for.
///
/// They are blocked from its making on, which is before any other thread is started.
struct SignalInbox {
    /// What ends or tells a program.
    private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    let descriptor: WatchedDescriptor

    init() throws(ClientFault) {
        let mask = SignalInbox.passedOn.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
        _ = clinux_signals_block(mask)
        let opened = clinux_signals_open(mask)
        guard opened >= 0 else {
            let why = SystemError(code: -opened, operation: "signalfd")
            throw ClientFault(
                .command, "no signals can be received: \(why)", hint: "raise the limit of open files (ulimit -n)")
        }
        descriptor = WatchedDescriptor(opened)
    }

    /// The next signal that has come; nil: none has.
    func next() -> CInt? {
        let number = clinux_signal_next(descriptor.number)
        return number > 0 ? number : nil
    }
}
