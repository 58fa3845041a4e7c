/// What came of reading a configuration.
package struct LoadedConfiguration: Sendable {
    /// Nil where one of the diagnostics is an error.
    package let configuration: Configuration?
    /// Every error and warning, file by file and from top to bottom.
    package let diagnostics: [Diagnostic]
    /// By the full name of an entry, such as `timing.grace`; an entry that is not in here is a built-in default.
    package let origins: [String: Origin]

    package var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
    package var warnings: [Diagnostic] { diagnostics.filter { $0.severity == .warning } }
}
