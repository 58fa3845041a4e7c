internal import CLinux
internal import Glibc
import PreferenceTree
import Preferences

/// `hold KEY VALUE -- COMMAND`: the value lives as long as a command runs.
extension HoldVerb {
    /// The value is accepted before the command starts; with `--anyway` it starts all the same and the value is
    /// stated when there is a node to state it at.
    func holdWhile(_ arguments: [String], _ value: ValueOperand) throws(ClientFault) -> ExitCode {
        let signals = try SignalInbox()
        let conversation: Conversation
        var pending: ValueOperand?
        do {
            conversation = try context.converse(.holds, isPatient: command.anyway)
        } catch {
            throw notStarted(arguments, error)
        }
        do {
            try accept(value, in: conversation)
        } catch {
            guard command.anyway else { throw notStarted(arguments, error) }
            context.console.say("prefctl: \(error); \(arguments[0]) starts anyway")
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

    private func notStarted(_ arguments: [String], _ fault: ClientFault) -> ClientFault {
        ClientFault(.command, "\(fault.message); \(arguments[0]) was not started", hint: fault.hint, retry: fault.retry)
    }

    /// Passes signals on and keeps the value stated until the command has ended.
    private func follow(
        _ child: HeldCommand, _ signals: SignalInbox, _ conversation: Conversation, _ pending: ValueOperand?
    ) -> ExitCode {
        var pending = pending
        var tidings = LinkTidings(context.console, what: "the value is stated again when it is back")
        conversation.connection.watch(signals.descriptor)
        conversation.connection.watch(child.ending)
        do {
            while true {
                if let code = HoldVerb.take(signals, for: child) {
                    conversation.connection.leave(within: .milliseconds(500))
                    return code
                }
                let wakeup = try conversation.next(before: .distantFuture)
                switch wakeup {
                case .outcome(.attached):
                    tidings.tell(wakeup, of: conversation)
                    if let value = pending, stateLate(value, in: conversation) { pending = nil }
                case .outcome(.heldRefused(_, let fault)): context.report(ClientFault(fault))
                default: tidings.tell(wakeup, of: conversation)
                }
            }
        } catch {
            context.report(error)
        }
        while true {
            if let code = HoldVerb.take(signals, for: child) { return code }
            _ = clinux_wait_readable(signals.descriptor.number, child.ending.number, -1)
        }
    }

    /// Whether no more is to be tried: the node has the value, or will not have it.
    private func stateLate(_ value: ValueOperand, in conversation: Conversation) -> Bool {
        do {
            try accept(value, in: conversation)
            return true
        } catch {
            context.report(error)
            return !error.retry
        }
    }

    /// Takes the signals that have come; answers how the command ended, if it has.
    private static func take(_ signals: SignalInbox, for child: HeldCommand) -> ExitCode? {
        while let signal = signals.next() { child.pass(on: signal) }
        return child.ended()
    }
}
