internal import PreferenceTree
internal import Preferences
internal import ServiceRuntime

// Reading the configuration again: by SIGHUP or by a client's request. A bad file changes nothing.
extension NodeActor {
    /// SIGHUP.
    func reload() {
        systemd.reloading()
        read(ReadingOrder(asker: .signal, file: configurationFile))
    }

    func read(_ order: ReadingOrder) {
        guard reader?.submit(order) != .accepted else { return }
        let fault = RequestFault(
            code: .limit, message: "too many reloads are under way", hint: "try again later", retry: true)
        answer(order, .failure(fault))
    }

    /// The reader's answers.
    func loaded(_ results: [(order: ReadingOrder, loaded: LoadedConfiguration)]) {
        now = Instant(nanoseconds: MonotonicInstant.now.nanoseconds)
        for (order, loaded) in results { take(loaded, for: order) }
    }

    private func take(_ loaded: LoadedConfiguration, for order: ReadingOrder) {
        guard let new = loaded.configuration else {
            for error in loaded.errors { log.log.event(.error, "\(error)") }
            log.log.event(.error, "the configuration was not reloaded: nothing was changed")
            if order.asker.isToApply { node.reloadFailed(Reload.summary(loaded.errors)) }
            return answer(order, .failure(Reload.fault(loaded.errors, in: order.file)))
        }
        let changes = Configuration.changes(from: configuration, to: new)
        let removals = changes.keys.removed.map { ($0, node.sources(under: $0)) }
        let reload = Reload(changes: changes, removals: removals, diagnostics: loaded.diagnostics)
        let tooLarge = configuration.reloaded(from: new).partialsBeyondFrame
        guard tooLarge.isEmpty else {
            let fault = Reload.fault(beyondFrame: tooLarge)
            if order.asker.isToApply { node.reloadFailed("the configuration was not reloaded: \(fault.message)") }
            return answer(order, .failure(fault))
        }
        let isApplied = order.asker.isToApply
        if isApplied { apply(new, changes, warnings: loaded.warnings) }
        answer(order, .success(reload.body(applied: isApplied)))
    }

    private func apply(_ new: Configuration, _ changes: ConfigurationChanges, warnings: [Diagnostic]) {
        for warning in warnings { log.log.event(.warning, warning.sentence) }
        for change in changes.needingRestart {
            log.log.event(.warning, "\(change.entry) was changed and needs a restart; the rest is in force")
        }
        if let note = changes.forLaterSessions { log.log.event(.notice, "\(note)") }
        configuration = configuration.reloaded(from: new)
        handle(.reload(configuration.nodeSettings, configuration.isRoot ? configuration.catalog : nil))
    }

    private func answer(_ order: ReadingOrder, _ result: Result<Value, RequestFault>) {
        switch order.asker {
        case .signal: systemd.reloaded()
        case .client(let request, _):
            let reply =
                switch result {
                case .success(let body): ReplyFrame(id: request, body: body)
                case .failure(let fault): ReplyFrame(id: request, body: .null, fault: fault)
                }
            handle(.answered(request: request, reply))
        }
    }
}

extension ReadingOrder.Asker {
    fileprivate var isToApply: Bool {
        switch self {
        case .signal: true
        case .client(_, let dryRun): !dryRun
        }
    }
}
