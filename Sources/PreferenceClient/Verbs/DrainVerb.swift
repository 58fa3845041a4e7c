import PreferenceTree
import Preferences

/// `drain`: makes a node leave its tree for good, or lets a drained one attach again.
struct DrainVerb {
    let command: DrainCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.writes)
        let body = try conversation.ask(.drain, at: command.at, ValueMap([("undo", .bool(command.undo))]))
        if context.options.json {
            context.console.print(JSONWriter.text(of: body))
        } else {
            let node = command.at == .here ? conversation.nodeName : command.at.description
            context.console.print(command.undo ? "\(node) attaches again" : "\(node) has left the tree")
        }
        return .done
    }
}
