internal import Glibc

/// The three descriptors that every process has, unless whoever started it has closed some.
enum StandardStreams {
    /// Puts something unusable in the place of closed ones.
    ///
    /// Else the first socket or pipe of this process would get the number, and be written to as if it were stdout.
    static func occupy() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // The lowest free number is this one, for those below are taken; the path is borrowed for the call.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
