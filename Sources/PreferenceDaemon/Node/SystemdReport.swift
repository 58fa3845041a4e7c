internal import ServiceRuntime
internal import Systemd

/// What the service manager is told: ready once, and one line whenever it changes.
struct SystemdReport {
    private let notify = Notify()
    private var isReady = false
    private var line = ""

    /// Tells the line, and once that the daemon is ready.
    mutating func tell(_ text: String, ready: Bool) {
        let isNews = ready && !isReady
        guard isNews || text != line else { return }
        line = text
        isReady = isReady || ready
        if isNews { notify(.ready, .status(text)) } else { notify(.status(text)) }
    }

    func reloading() {
        notify(.reloading(monotonicMicroseconds: MonotonicInstant.now.nanoseconds / 1_000), .status("reloading"))
    }

    /// A reload is over, whatever came of it.
    func reloaded() { notify(.ready, .status(line)) }

    func stopping() { notify(.stopping, .status("stopping")) }
}
