import PreferenceTree
import Preferences

/// `forget`: a dead or never seen node is expected no more.
struct ForgetVerb {
    let command: ForgetCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.writes)
        let path = Value.text(command.path.description)
        let body = try conversation.ask(.forget, at: .root, ValueMap([("path", path)]))
        if context.options.json {
            context.console.print(JSONWriter.text(of: body))
            return .done
        }
        let forgotten = try AnswerMembers(body, of: .forget).texts("forgotten")
        for path in forgotten { context.console.print("forgot \(path)") }
        return .done
    }
}
