internal import Glibc

/// What a signal does to a verb that has nothing to clean up: what it holds ends with its connection.
enum Interrupts {
    /// SIGINT and SIGTERM end the process at once, wherever it waits, with the exit code a shell would make of them.
    static func exitOnSignals() {
        for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 &+ $0) } }
    }

    /// With `--json` the process says so first, in one object as of any other error.
    static func sayAndExitOnSignals() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                let text = Interrupts.object
                // A literal's bytes never move; write is safe in a handler.
                _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
                _exit(128 &+ number)
            }
        }
    }

    static let object: StaticString = """
        {"error":{"code":"interrupted","message":"a signal ended prefctl","retry":true}}

        """
}
