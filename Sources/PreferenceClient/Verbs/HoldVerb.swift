import PreferenceTree
import Preferences

/// `hold`: a value that lives as long as this process, its command or its input.
struct HoldVerb {
    let command: HoldCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        switch command.content {
        case .lines: return try holdInput()
        case .value(let text):
            let operand = ValueOperand(.text(text), forcesJSON: command.forcesJSON)
            guard let program = command.command else { return try holdAlone(operand) }
            return try holdWhile(program, operand)
        }
    }

    func batch(_ value: Value) -> Batch {
        Batch([
            Statement(
                operation: .publish(value), key: command.key.text, source: command.source.text, rank: command.rank,
                lifetime: .held, take: command.take)
        ])
    }

    /// States the value; when it returns the node has it.
    func accept(_ value: ValueOperand, in conversation: Conversation) throws(ClientFault) {
        let value = try ValueSource(context).read(value, of: command.key, in: conversation)
        let (_, outcome) = try conversation.state(batch(value))
        if let fault = outcome.failures.first?.fault { throw ClientFault(fault) }
    }

    // MARK: The value alone

    private func holdAlone(_ value: ValueOperand) throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.holds)
        try accept(value, in: conversation)
        var tidings = LinkTidings(context, what: "the value is stated again when it is back")
        while true {
            let wakeup = try conversation.next(before: .distantFuture)
            if case .outcome(.heldRefused(_, let fault)) = wakeup { throw ClientFault(fault) }
            tidings.tell(wakeup, of: conversation)
        }
    }
}
