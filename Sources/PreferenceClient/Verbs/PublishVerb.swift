import PreferenceTree
import Preferences

/// `publish`: states values and returns when they are kept, or applied at the root.
struct PublishVerb {
    let command: PublishCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        switch command.content {
        case .value(let key, let operand, let source): return try publish(operand, of: key, source)
        case .stream(let content):
            var stream = try PublishStream(content, of: command, in: context)
            return try stream.run()
        }
    }

    private func publish(
        _ operand: ValueOperand, of key: Key, _ source: SourceName
    ) throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.writes)
        let value = try ValueSource(context).read(operand, of: key, in: conversation)
        let statement = Statement(
            operation: .publish(value), key: key.text, source: source.text, rank: command.rank,
            lifetime: command.lifetime, take: command.take)
        let confirmAtRoot = command.reach == .root
        let (id, outcome) = try conversation.state(Batch([statement], confirmAtRoot: confirmAtRoot))
        if let fault = outcome.failures.first?.fault { throw ClientFault(fault) }
        if confirmAtRoot { try conversation.confirmAtRoot(id, before: conversation.deadline) }
        return .done
    }
}
