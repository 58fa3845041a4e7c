internal import Glibc

/// What a configuration takes from the process around it.
package struct ConfigurationEnvironment: Hashable, Sendable {
    package var hostName: String
    /// Where a relative path of a configuration file begins; absolute.
    package var workingDirectory: String
    /// `$STATE_DIRECTORY`, as systemd sets it.
    package var stateDirectory: String?
    /// `$RUNTIME_DIRECTORY`, as systemd sets it.
    package var runtimeDirectory: String?

    package init(
        hostName: String, workingDirectory: String, stateDirectory: String? = nil, runtimeDirectory: String? = nil
    ) {
        self.hostName = hostName
        self.workingDirectory = workingDirectory
        self.stateDirectory = stateDirectory
        self.runtimeDirectory = runtimeDirectory
    }
}

extension ConfigurationEnvironment {
    /// Of this process: gethostname(2), getcwd(3), getenv(3).
    package static func current() -> ConfigurationEnvironment {
        ConfigurationEnvironment(
            hostName: currentHostName() ?? "localhost",
            workingDirectory: currentDirectory() ?? "/",
            stateDirectory: firstDirectory(of: "STATE_DIRECTORY"),
            runtimeDirectory: firstDirectory(of: "RUNTIME_DIRECTORY"))
    }

    private static func currentHostName() -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        // unsafe: writes at most the array's size into the array; the last byte stays the end of the text.
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        return text(bytes)
    }

    private static func currentDirectory() -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // unsafe: writes at most the array's size into the array; what it returns is the array or NULL.
        guard unsafe getcwd(&bytes, bytes.count) != nil else { return nil }
        return text(bytes)
    }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// systemd separates several directories by colons; the first is ours.
    private static func firstDirectory(of name: String) -> String? {
        // unsafe: the environment is not written while the process runs; the text is copied at once.
        guard let value = unsafe getenv(name).map({ unsafe String(cString: $0) }) else { return nil }
        return value.split(separator: ":").first.map(String.init)
    }
}
