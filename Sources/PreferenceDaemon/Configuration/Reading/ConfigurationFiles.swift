/// How configuration files are found and read; a test gives its own.
package struct ConfigurationFiles: Sendable {
    /// The bytes of a file.
    package let contents: @Sendable (_ path: String) -> Result<[UInt8], UnreadableFile>
    /// The paths that a pattern as of glob(7) matches, sorted byte-wise.
    package let matching: @Sendable (_ pattern: String) -> Result<[String], UnreadableFile>

    package init(
        contents: @escaping @Sendable (String) -> Result<[UInt8], UnreadableFile>,
        matching: @escaping @Sendable (String) -> Result<[String], UnreadableFile>
    ) {
        self.contents = contents
        self.matching = matching
    }
}

/// Why a file cannot be read, such as `No such file or directory`.
package struct UnreadableFile: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
