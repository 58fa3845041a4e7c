internal import PreferenceTree
internal import Preferences
internal import ServiceRuntime

// What the core wants done.
extension NodeActor {
    func carryOut(_ directive: Directive) {
        switch directive {
        case .send(let link, let frame):
            farewells.sent(frame, to: link)
            transport?.send(frame, to: link)
        case .sendUp(let frame):
            farewells.sent(frame, to: nil)
            transport?.sendUp(frame)
        case .openParent: openParent()
        case .closeParent: transport?.closeParent(lingerMilliseconds: SocketPolicy.farewellMilliseconds)
        case .persist(let ticket, let writes): persist(StoreTicket(number: ticket, writes: writes))
        case .readConfiguration(let request, let dryRun, let file):
            let asker = ReadingOrder.Asker.client(request: request, dryRun: dryRun || file != nil)
            read(ReadingOrder(asker: asker, file: file ?? configurationFile))
        case .log(let entry): log.tell(entry)
        case .status(let text, let ready): phase = (text, phase.ready || ready)
        // `stop` sees to it.
        case .stopped: break
        }
    }

    private func openParent() {
        guard let endpoint = configuration.parent?.endpoints.first else { return }
        parentWatch.opened()
        transport?.openParent(at: endpoint)
    }

    /// Tells the service manager how the node is, and the log why the parent does not answer, once for each reason.
    func tellPhase() {
        let reason = parentWatch.reason
        if reason != toldParentReason {
            toldParentReason = reason
            node.parentTrouble = reason?.rawValue
            if let reason, let endpoint = configuration.parent?.endpoints.first {
                log.log.event(
                    .warning, "the parent cannot be reached: \(reason.rawValue); trying on", ["parent": "\(endpoint)"])
            }
        }
        let why = reason.map { "; \($0.rawValue)" } ?? ""
        systemd.tell(phase.text + why, ready: isOpen && (phase.ready || reason != nil))
    }

    // MARK: - The disk

    private func persist(_ ticket: StoreTicket) {
        let admission = disk?.submit(ticket) ?? .stopped
        for event in ticketOrder.submitted(ticket.number, isRefused: admission != .accepted) { handle(event) }
    }

    /// The disk thread's answer.
    func persisted(_ results: [StoreResult]) {
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        for event in ticketOrder.completed(results) { handle(event) }
    }
}
