internal import CLinux
internal import Glibc
import PreferenceTree
import Preferences

/// `hold KEY VALUE -- COMMAND`: the value lives as long as a command runs.
extension HoldVerb {
    /// The value is accepted before the command starts; with `--anyway` it starts all the same and the value is
    /// stated when there is a node that takes it.
    func holdWhile(_ arguments: [String], _ value: ValueOperand) throws(ClientFault) -> ExitCode {
        let signals = try SignalInbox()
        let conversation: Conversation
        var pending: ValueOperand?
        do {
            conversation = try context.converse(.holds, isPatient: command.anyway)
        } catch {
            return notStarted(arguments, error)
        }
        do {
            try accept(value, in: conversation)
        } catch {
            guard command.anyway else { return notStarted(arguments, error) }
            context.remark("\(error.message); \(arguments[0]) starts anyway")
            pending = value
        }
        do {
            let child = try HeldCommand(arguments)
            return follow(child, signals, conversation, pending)
        } catch {
            context.report(error.fault)
            return error.exitCode
        }
    }

    private func notStarted(_ arguments: [String], _ fault: ClientFault) -> ExitCode {
        var fault = fault
        fault.message += "; \(arguments[0]) was not started"
        context.report(fault)
        return .notStarted
    }

    /// Passes signals on and keeps the value stated until the command has ended.
    private func follow(
        _ child: HeldCommand, _ signals: SignalInbox, _ conversation: Conversation, _ pending: ValueOperand?
    ) -> ExitCode {
        var tidings = LinkTidings(context, what: "the value is stated again when it is back")
        conversation.connection.watch(signals.descriptor)
        conversation.connection.watch(child.ending)
        do {
            var late = try pending.map { (value) throws(ClientFault) in try LateValue(value, self, conversation) }
            while true {
                if let code = HoldVerb.take(signals, for: child) {
                    conversation.connection.leave(within: .milliseconds(500))
                    return code
                }
                let wakeup = try conversation.next(before: late?.retryAt ?? .distantFuture)
                if let words = try late?.take(wakeup, in: conversation) { context.remark(words) }
                if case .outcome(.heldRefused(_, let fault)) = wakeup { context.report(ClientFault(fault)) }
                tidings.tell(wakeup, of: conversation)
            }
        } catch {
            context.report(error)
        }
        while true {
            if let code = HoldVerb.take(signals, for: child) { return code }
            _ = clinux_wait_readable(signals.descriptor.number, child.ending.number, -1)
        }
    }

    /// Takes the signals that have come; answers how the command ended, if it has.
    private static func take(_ signals: SignalInbox, for child: HeldCommand) -> ExitCode? {
        while let signal = signals.next() { child.pass(on: signal) }
        return child.ended()
    }
}
