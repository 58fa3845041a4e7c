internal import PreferenceTree
internal import Preferences
internal import ServiceRuntime

// How a node begins to serve, and how it stops.
extension NodeActor {
    /// Listens, and begins.
    func open(disk: DiskThread<StoreWorker>, reader: DiskThread<ConfigurationReader>) throws(BindFault) {
        self.disk = disk
        self.reader = reader
        guard let transport else { return }
        for endpoint in configuration.listen.clients + configuration.listen.children {
            try transport.listen(at: endpoint)
            log.log.event(.info, "listening", ["endpoint": "\(endpoint)"])
        }
        isOpen = true
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        node.start()
        settle()
        tellPhase()
    }

    /// Says goodbye, and returns when it has been answered or a moment has passed.
    func stop() async {
        guard isOpen, case .none = ending else { return }
        systemd.stopping()
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        farewells = Farewells()
        handle(.stop)
        settle()
        await withCheckedContinuation { continuation in
            ending = .farewell(until: now + Farewells.patience, continuation)
        }
    }

    func endFarewellIfDue() {
        guard case .farewell(let until, let continuation) = ending, farewells.isEmpty || now >= until else { return }
        ending = .over
        continuation.resume()
    }
}
