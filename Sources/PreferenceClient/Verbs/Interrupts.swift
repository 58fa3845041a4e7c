internal import Glibc

/// What a signal does to a verb that has nothing to clean up: what it holds ends with its connection.
enum Interrupts {
    /// SIGINT and SIGTERM end the process at once, wherever it waits, with the exit code a shell would make of them.
    static func exitOnSignals() {
        for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 &+ $0) } }
    }
}
