internal import Glibc

extension Surroundings {
    /// What this process finds.
    package static func ofProcess() -> Surroundings {
        let environment = processEnvironment()
        return Surroundings(
            environment: environment,
            terminals: Terminals(
                input: isatty(STDIN_FILENO) == 1, output: isatty(STDOUT_FILENO) == 1,
                errors: isatty(STDERR_FILENO) == 1),
            user: environment["LOGNAME"] ?? environment["USER"] ?? loginName(), processID: getpid())
    }

    private static func processEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        // libc's table ends with NULL; nobody changes it while the only thread reads.
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            // Each entry is a C string.
            let pair = unsafe String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                environment[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            unsafe entry += 1
        }
        return environment
    }

    private static func loginName() -> String {
        // The entry is libc's own until the next call; its name is copied at once.
        guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else {
            return "\(getuid())"
        }
        // As above.
        return unsafe String(cString: name)
    }
}
