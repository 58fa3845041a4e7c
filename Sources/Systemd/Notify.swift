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
        /// The process is alive, for WatchdogSec.
        case watchdog
        case mainProcess(Int32)

        /// The assignment the manager reads; a line break would begin another one.
        package var assignment: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
            case .stopping: "STOPPING=1"
            case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
            case .watchdog: "WATCHDOG=1"
            case .mainProcess(let process): "MAINPID=\(process)"
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

    /// How often the manager wants `watchdog`, in microseconds: half of it is a good pace. C: `sd_watchdog_enabled`
    package var watchdogMicroseconds: UInt64? {
        var microseconds: UInt64 = 0
        // libsystemd writes the one number.
        return unsafe sd_watchdog_enabled(0, &microseconds) > 0 ? microseconds : nil
    }
}
