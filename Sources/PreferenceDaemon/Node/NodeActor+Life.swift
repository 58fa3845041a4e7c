internal import PreferenceTree
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

    /// Says goodbye; what the goodbye wants has been handed to sockets and disk when this returns.
    func stop() {
        guard isOpen, !hasStopped else { return }
        systemd.stopping()
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        handle(.stop)
        settle()
    }
}
