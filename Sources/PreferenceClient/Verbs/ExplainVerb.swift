import PreferenceTree
import Preferences

/// `explain`: how a value came about.
struct ExplainVerb {
    let command: ExplainCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads)
        let body = try conversation.ask(.explain, at: command.at, ValueMap([("key", .text(command.key.text))]))
        let explanation = try Explanation(body)
        let view = ExplainView(Paint(isOn: context.options.colorsOutput), depth: command.depth, all: command.all)
        context.console.print(context.options.json ? view.json(explanation) : view.text(explanation, key: command.key))
        return .done
    }
}
