import PreferenceTree
import Preferences
import ServiceRuntime

/// `sources`: what is stated at a node, and by whom.
struct SourcesVerb {
    let command: SourcesCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads)
        var body = ValueMap()
        if let pattern = command.pattern { body["pattern"] = .text(pattern.description) }
        let now = Timestamp(microsecondsSince1970: WallInstant.now.nanoseconds / 1000)
        let entries = try SourceEntry.list(try conversation.ask(.sources, at: command.at, body))
            .filter { command.admits($0, now: now) }
        let view = SourcesView(Paint(isOn: context.options.colorsOutput))
        context.console.print(context.options.json ? SourcesView.json(entries) : view.text(entries))
        return .done
    }
}
