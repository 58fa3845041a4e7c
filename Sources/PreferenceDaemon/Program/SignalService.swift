internal import ServiceRuntime

/// What the process does on signals: SIGHUP reloads, SIGTERM and SIGINT end it.
struct SignalService: Service {
    static let handled: Set<Signal> = [.hangup, .interrupt, .terminate]

    let name = "signals"
    let signals: Signals
    let reload: @Sendable () async -> Void

    init(reload: @escaping @Sendable () async -> Void) throws(SystemError) {
        signals = try Signals(SignalService.handled)
        self.reload = reload
    }

    /// Returns when the process is to end, which ends all services.
    func run(ready: @escaping @Sendable () -> Void) async {
        ready()
        for await signal in signals.received {
            guard signal == .hangup else { return }
            await reload()
        }
    }
}
