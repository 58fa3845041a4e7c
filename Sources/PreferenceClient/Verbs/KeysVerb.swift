import PreferenceTree
import Preferences

/// `keys`: the definitions, and the keys that there are.
struct KeysVerb {
    let command: KeysCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads)
        var body = ValueMap()
        if let pattern = command.pattern { body["pattern"] = .text(pattern.description) }
        let entries = try KeyEntry.list(try conversation.ask(.keys, at: command.at, body))
        let view = KeysView(Paint(isOn: context.options.colorsOutput))
        context.console.print(context.options.json ? KeysView.json(entries) : view.text(entries))
        return .done
    }
}
