import PreferenceTree
import Preferences

/// `wait`: blocks until the current record of a key satisfies all conditions.
///
/// Between sessions nothing is known, so that nothing is satisfied; a condition that must hold for a time begins anew.
struct WaitVerb {
    /// What the answer to "which nodes are in the way" may cost a wait that is over.
    private static let troublePatience = Interval.seconds(1)

    let command: WaitCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try asking.converse(.watches)
        guard let entry = try DeclaredKeys(of: command.key.text, from: conversation)[command.key] else {
            throw ClientFault(
                .node(.unknownKey), "no definition covers \(command.key)", hint: "prefctl keys lists what is declared")
        }
        let test: WaitTest
        do {
            test = try WaitTest(command.condition, type: entry.loweredType)
        } catch {
            throw error.fault
        }
        var progress = WaitProgress(key: command.key, test: test, span: command.span)
        _ = try conversation.subscribe([.exact(command.key)], at: command.at, coverage: true)
        return try wait(conversation, &progress)
    }

    /// A single look still has to be answered.
    private var asking: VerbContext {
        var context = context
        if context.options.timeout == .zero { context.options.timeout = nil }
        return context
    }

    private func wait(_ conversation: Conversation, _ progress: inout WaitProgress) throws(ClientFault) -> ExitCode {
        let looksOnce = context.options.timeout == .zero
        let limit = looksOnce ? asking.timeout : context.options.timeout
        let deadline = limit.map { conversation.started + $0 } ?? .distantFuture
        var tidings = LinkTidings(context.console, what: "the wait goes on when it is back")
        var printer = DeliveryPrinter(context)
        var last: Delivery?
        while true {
            let wakeup = try conversation.next(before: min(deadline, progress.doneAt ?? .distantFuture))
            let now = ClientConnection.now
            var isSynced = false
            switch wakeup {
            case .outcome(.deliveries):
                isSynced = observe(conversation.connection.takeDeliveries(), &last, &progress, at: now)
            case .outcome(.detached): progress.interrupt()
            default: break
            }
            if let last, progress.isDone(at: now) {
                printer.print(.record(last), at: conversation.path(of: command.at))
                return .done
            }
            if now >= deadline || looksOnce && isSynced { throw unmet(conversation, progress, wasSeen: last != nil) }
            tidings.tell(wakeup, of: conversation)
        }
    }

    /// Whether a snapshot or resumption is complete with these.
    private func observe(
        _ items: [DeliveryItem], _ last: inout Delivery?, _ progress: inout WaitProgress, at now: Instant
    ) -> Bool {
        var isSynced = false
        for item in items {
            switch item {
            case .record(let delivery): last = delivery
            case .nodes(_, let nodes): last?.nodes = nodes
            case .synced: isSynced = true
            }
            // A resumption hands on only what differs: what it does not name is as it was.
            if let last { progress.observe(last.record, nodes: last.nodes, at: now) }
        }
        return isSynced
    }

    private func unmet(_ conversation: Conversation, _ progress: WaitProgress, wasSeen: Bool) -> ClientFault {
        if !wasSeen, !conversation.connection.isAttached { return conversation.lateness("answer") }
        var trouble = NodeTrouble()
        if command.condition.complete || command.condition.sources != nil {
            let target: NodeTarget = command.at == .root ? .root : .here
            let limit = ClientConnection.now + WaitVerb.troublePatience
            let body = try? conversation.ask(.tree, at: target, before: limit)
            trouble = body.flatMap { try? NodeTree($0) }?.trouble ?? NodeTrouble()
        }
        return progress.fault(at: ClientConnection.now, trouble: trouble)
    }
}
