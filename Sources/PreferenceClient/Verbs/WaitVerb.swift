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
        let looksOnce = context.options.timeout == .zero
        let conversation = try asking.converse(.watches)
        let declared = try DeclaredKeys(of: command.key.text, from: conversation, waits: !looksOnce)
        guard let entry = declared[command.key] else {
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
        if looksOnce { return try look(conversation, &progress) }
        _ = try conversation.subscribe([.exact(command.key)], at: command.at, coverage: true)
        return try wait(conversation, &progress)
    }

    /// A single look still has to be answered.
    private var asking: VerbContext {
        var context = context
        if context.options.timeout == .zero { context.options.timeout = nil }
        return context
    }

    /// Judges the record that there is now, and waits for nothing but the answer.
    private func look(_ conversation: Conversation, _ progress: inout WaitProgress) throws(ClientFault) -> ExitCode {
        let body = ValueMap([("keys", .list([.text(command.key.text)]))])
        let target: NodeTarget = command.at == .root ? .root : .here
        let answer = try GetAnswer(try conversation.ask(.get, at: target, body, waits: false))
        if let unknown = answer.unknown.first { throw unknown.fault }
        let now = ClientConnection.now
        for record in answer.records {
            progress.observe(record, nodes: answer.place.nodes, at: now)
            guard progress.isDone(at: now) else { continue }
            var printer = DeliveryPrinter(context)
            printer.print(record, answer.place)
            return .done
        }
        throw unmet(conversation, progress, wasSeen: true)
    }

    private func wait(_ conversation: Conversation, _ progress: inout WaitProgress) throws(ClientFault) -> ExitCode {
        let deadline = context.options.timeout.map { conversation.started + $0 } ?? .distantFuture
        var tidings = LinkTidings(context, what: "the wait goes on when it is back")
        var values = SnapshotPatience(conversation, at: command.at, explicit: nil)
        var printer = DeliveryPrinter(context)
        var last: Delivery?
        while true {
            let until = min(deadline, progress.doneAt ?? .distantFuture, values.deadline)
            let wakeup = try conversation.next(before: until)
            let now = ClientConnection.now
            if let words = try values.note(wakeup, in: conversation) {
                context.remark("\(words); the wait goes on when it does")
            }
            switch wakeup {
            case .outcome(.deliveries):
                let isSynced = observe(conversation.connection.takeDeliveries(), &last, &progress, at: now)
                if isSynced { values.complete() }
            case .outcome(.detached): progress.interrupt()
            default: break
            }
            if let last, progress.isDone(at: now) {
                printer.print(.record(last), at: conversation.path(of: command.at))
                return .done
            }
            if now >= deadline { throw unmet(conversation, progress, wasSeen: last != nil) }
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
