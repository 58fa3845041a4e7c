import Glibc

/// The number of the process that runs the tests.
enum ProcessID {
    static let own = getpid()
}
