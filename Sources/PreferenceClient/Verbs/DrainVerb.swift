import PreferenceTree
import Preferences

/// `drain`: makes a node leave its tree for good, or lets a drained one attach again.
struct DrainVerb {
    let command: DrainCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.writes)
        let body = try drain(in: conversation)
        if context.options.json {
            context.console.print(JSONWriter.text(of: body))
            return .done
        }
        let node = command.at == .here ? conversation.nodeName : command.at.description
        let hasChanged = try AnswerMembers(body, of: .drain).flag("changed")
        switch (command.undo, hasChanged) {
        case (true, true): context.console.print("\(node) attaches again")
        case (true, false): context.console.print("\(node) was not drained")
        case (false, true): context.console.print("\(node) has left the tree")
        case (false, false): context.console.print("\(node) had left the tree before")
        }
        return .done
    }

    private func drain(in conversation: Conversation) throws(ClientFault) -> Value {
        do {
            return try conversation.ask(.drain, at: command.at, ValueMap([("undo", .bool(command.undo))]))
        } catch {
            var fault = error
            if command.undo, command.at != .here, [.node(.unknownNode), .node(.cutOff)].contains(fault.code) {
                fault.hint = "a drained node is reached by nobody else: connect to it and say drain --undo there"
            }
            throw fault
        }
    }
}
