internal import CSystemd
internal import Glibc

/// Tells the service manager how this process is; does nothing where `$NOTIFY_SOCKET` is not set. C: `sd_notify`
package struct Notify: Sendable {
    package init() {}

    /// What the service manager understands; see sd_notify(3).
    package enum State: Equatable, Sendable {
        /// Start-up, or a reload, is over.
        case ready
        /// A reload begins; the time is CLOCK_MONOTONIC's, and `ready` must follow.
        case reloading(monotonicMicroseconds: Int64)
        case stopping
        /// One line for `systemctl status`.
        case status(String)

        /// The assignment the manager reads; a line break would begin another one.
        package var assignment: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
            case .stopping: "STOPPING=1"
            case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
            }
        }
    }

    /// Sends states as one message, and answers whether a manager listens.
    @discardableResult
    package func callAsFunction(_ states: State...) -> Bool {
        let text = states.map(\.assignment).joined(separator: "\n")
        // The string is borrowed for the call; 0 leaves the environment as it is.
        return unsafe sd_notify(0, text) > 0
    }
}
