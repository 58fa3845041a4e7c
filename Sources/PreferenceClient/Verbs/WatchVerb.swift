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
        var tidings = LinkTidings(context.console, what: "the watch goes on when it is back")
        var patience = LinkPatience(conversation, explicit: context.options.timeout)
        var printer = DeliveryPrinter(context)
        var left = command.count ?? .max
        while left > 0 {
            let wakeup = try conversation.next(before: patience.deadline)
            patience.note(wakeup)
            switch wakeup {
            case .outcome(.deliveries):
                let place = conversation.path(of: command.at)
                for item in conversation.connection.takeDeliveries() where left > 0 {
                    if case .record(let delivery) = item {
                        if delivery.initial, command.noInitial { continue }
                        left -= 1
                    }
                    printer.print(item, at: place)
                }
            case .deadline: throw conversation.lateness("answer")
            case .outcome(.refused(let refusal)) where patience.isFirst:
                throw ClientFault(ConnectionFault.refused(conversation.connection.endpoint, refusal))
            default: tidings.tell(wakeup, of: conversation)
            }
        }
        return .done
    }
}
