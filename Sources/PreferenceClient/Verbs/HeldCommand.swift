internal import CLinux
internal import Glibc
import ServiceRuntime

/// The program that runs while a value is held: a child in this process's own group, told SIGTERM if it dies.
///
/// The signal at the end of the parent is bound to the thread that starts the child: the main thread, which lives as
/// long as the process.
struct HeldCommand {
    /// Why there is no program.
    struct NotStarted: Error {
        let fault: ClientFault
        let exitCode: ExitCode
    }

    let process: Int32
    /// Readable when it has ended.
    let ending: WatchedDescriptor

    /// Starts a program; exit codes of what could not be started are those of `env(1)`.
    init(_ arguments: [String]) throws(NotStarted) {
        var command = ServiceRuntime.Command(arguments)
        command.signalAtOurEnd = .terminate
        let started = spawn(command)
        guard started > 0 else {
            let error = SystemError(code: -started, operation: "start", path: arguments.first)
            let isMissing = error.code == ENOENT || error.code == ENOTDIR
            throw NotStarted(
                fault: ClientFault(.command, error.description), exitCode: isMissing ? .commandNotFound : .notExecutable
            )
        }
        process = started
        ending = WatchedDescriptor(clinux_process_open(started))
    }

    /// Passes a signal on, unless the terminal has sent it to the whole group already.
    func pass(on signal: CInt) {
        if signal == SIGINT || signal == SIGQUIT, HeldCommand.isInForeground { return }
        _ = kill(process, signal)
    }

    private static var isInForeground: Bool {
        [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 && tcgetpgrp($0) == getpgrp() }
    }

    /// The exit code if it has ended; stopped is not ended.
    func ended() -> ExitCode? {
        var status: CInt = 0
        // One number, written by the kernel.
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? ExitCode(rawValue: status >> 8 & 0xFF) : .signal(signal)
    }
}
