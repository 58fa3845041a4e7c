import PreferenceTree
import Preferences

/// `reload`: a node reads its configuration again, or tells what that would change.
struct ReloadVerb {
    let command: ReloadCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.writes)
        var body = ValueMap([("dry_run", .bool(command.dryRun))])
        if let file = command.file { body["file"] = .text(file) }
        let report = try ReloadReport(try conversation.ask(.reload, at: command.at, body))
        let view = ReloadView(Paint(isOn: context.options.colorsOutput))
        context.console.print(context.options.json ? ReloadView.json(report) : view.text(report))
        return .done
    }
}
