import PreferenceTree
import Preferences

/// `tree`: the topology below a node.
struct TreeVerb {
    let command: TreeCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads)
        let tree = try NodeTree(try conversation.ask(.tree, at: command.at))
        let view = TreeView(Paint(isOn: context.options.colorsOutput), all: command.all)
        context.console.print(context.options.json ? TreeView.json(tree) : view.text(tree))
        guard command.check, !tree.findings.isEmpty else { return .done }
        throw ClientFault(.notOK, tree.findings.joined(separator: "; "))
    }
}
