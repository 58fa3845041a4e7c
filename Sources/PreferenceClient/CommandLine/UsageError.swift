/// Why a command line is none, before anything was done.
///
/// Mostly of code `usage`; a text that is no key, source or node name is `invalid_name`, as a node would say.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package var fault: ClientFault
    /// Whether errors are to be written as JSON: `--json` counts even where the rest is wrong.
    package var json = false

    init(_ message: String, hint: String = "") { fault = ClientFault(.usage, message, hint: hint) }

    init(_ fault: ClientFault) { self.fault = fault }

    package var exitCode: ExitCode { fault.code.exitCode() }
    package var description: String { fault.description }
}
