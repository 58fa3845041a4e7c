/// What prefctl's exit tells its caller (docs/status.md).
package struct ExitCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let done = ExitCode(rawValue: 0)
    /// A negative answer: an unknown key, a condition not met, nothing to retract.
    package static let negative = ExitCode(rawValue: 1)
    package static let usage = ExitCode(rawValue: 2)
    /// No daemon, cut off from it, or no answer in time.
    package static let unreachable = ExitCode(rawValue: 3)
    /// Refused by validation, permission or a limit.
    package static let refused = ExitCode(rawValue: 4)
    /// On disk at the connected node, not yet confirmed at the root.
    package static let unconfirmed = ExitCode(rawValue: 5)
    /// `hold … -- COMMAND`: the value was not accepted, the command not started.
    package static let notStarted = ExitCode(rawValue: 125)
    package static let notExecutable = ExitCode(rawValue: 126)
    package static let commandNotFound = ExitCode(rawValue: 127)
    package static let interrupted = ExitCode(rawValue: 130)

    /// As shells tell that a command was ended by a signal.
    package static func signal(_ number: Int32) -> ExitCode { ExitCode(rawValue: 128 &+ number) }
}
