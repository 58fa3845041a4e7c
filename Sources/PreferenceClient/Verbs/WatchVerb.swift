internal import Glibc
import PreferenceTree
import Preferences

/// `watch`: a line per delivery, for as long as somebody reads them.
///
/// What waits is read whole and conflated by key before anything is printed; the node is acknowledged after that, so
/// that a stopped or slow reader leaves the rest with the node, which conflates it too (N7).
struct WatchVerb {
    let command: WatchCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.watches)
        _ = try conversation.subscribe(command.patterns, at: command.at, coverage: false, after: command.after)
        var unknown = try UnknownKeys(command.patterns, in: conversation)
        var tidings = LinkTidings(context, what: "the watch goes on when it is back")
        var patience = LinkPatience(conversation, explicit: context.options.timeout)
        var values = SnapshotPatience(conversation, at: command.at, explicit: context.options.timeout)
        var printer = DeliveryPrinter(context)
        var left = command.count ?? .max
        let pipe = context.console.outputPipe
        if let pipe { conversation.connection.watch(pipe) }
        while left > 0 {
            let wakeup = try conversation.next(before: min(patience.deadline, values.deadline))
            patience.note(wakeup)
            if let words = try values.note(wakeup, in: conversation) {
                context.remark("\(words); the watch goes on when it does")
            }
            for fault in unknown.take(wakeup) { context.remark("\(fault); it is watched until one does") }
            switch wakeup {
            case .outcome(.deliveries):
                let isComplete = print(conversation, &printer, &left)
                if isComplete { values.complete() }
                if let fault = context.console.outputFault { throw fault }
            // Nobody reads any more, which ends a filter that writes too.
            case .readable(pipe): return .signal(SIGPIPE)
            case .deadline where ClientConnection.now >= patience.deadline: throw conversation.lateness("answer")
            case .outcome(.refused(let refusal)) where patience.isFirst:
                throw ClientFault(ConnectionFault.refused(conversation.connection.endpoint, refusal))
            default: tidings.tell(wakeup, of: conversation)
            }
        }
        return .done
    }

    /// Prints what has been read; returns whether a snapshot or resumption is complete with it.
    private func print(
        _ conversation: Conversation, _ printer: inout DeliveryPrinter, _ left: inout UInt64
    ) -> Bool {
        let place = conversation.path(of: command.at)
        var isComplete = false
        for item in conversation.connection.takeDeliveries() where left > 0 {
            switch item {
            case .record(let delivery):
                // What came while nobody watched is no first snapshot to who goes on from a position.
                if delivery.initial, command.noInitial, command.after == nil { continue }
                left -= 1
            case .synced: isComplete = true
            case .nodes: break
            }
            printer.print(item, at: place)
        }
        return isComplete
    }
}
