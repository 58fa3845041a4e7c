import PreferenceTree
import Preferences

/// `hold KEY -`: each line of the input is a new value, and the input's end is the value's.
extension HoldVerb {
    func holdInput() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.holds)
        let type = try DeclaredKeys(of: command.key.text, from: conversation).type(of: command.key)
        var reader = ValueLineReader(key: command.key, type: type, forcesJSON: command.forcesJSON)
        var publisher = StreamPublisher(conversation, confirmAtRoot: false, replaces: false)
        var tidings = LinkTidings(context, what: "the value is stated again when it is back")
        var hasEnded = false
        var deadline = Instant.distantFuture
        conversation.connection.watch(context.input.descriptor)
        while !hasEnded || !publisher.isSettled {
            let wakeup = try conversation.next(before: deadline)
            switch wakeup {
            case .readable:
                let bytes = try context.input.read()
                hasEnded = bytes.isEmpty
                try state(hasEnded ? reader.end().map { [$0] } ?? [] : reader.read(bytes), &publisher)
                if hasEnded {
                    conversation.connection.unwatch(context.input.descriptor)
                    deadline = ClientConnection.now + context.timeout
                }
            case .outcome(.published(let outcome)): tell(publisher.take(outcome))
            case .outcome(.heldRefused(_, let fault)): throw ClientFault(fault)
            case .deadline: throw conversation.lateness("confirm the last value")
            default: tidings.tell(wakeup, of: conversation)
            }
        }
        conversation.connection.leave(within: .milliseconds(500))
        return publisher.refused == 0 ? .done : .negative
    }

    private func state(
        _ values: [Result<Value, LineFault>], _ publisher: inout StreamPublisher
    ) throws(ClientFault) {
        for value in values {
            switch value {
            case .success(let value):
                let number = publisher.given + 1
                for statement in batch(value).statements { try publisher.add(statement, line: number) }
            case .failure(let fault):
                publisher.refuse()
                context.report(ClientFault(fault.fault.code, fault.description, retry: fault.fault.retry))
            }
        }
        try publisher.flush()
    }

    private func tell(_ refused: [StreamPublisher.Refused]) {
        for refused in refused {
            var fault = ClientFault(refused.fault)
            fault.message = "value \(refused.line): \(fault.message)"
            context.report(fault)
        }
    }
}
