import PreferenceTree
import Preferences

/// `status`: how a node is, now or when it is as it should be.
struct StatusVerb {
    /// How often a node is asked that is not yet as it should be.
    private static let pause = Interval.milliseconds(200)
    /// What the names of nodes that are not live may cost.
    private static let troublePatience = Interval.seconds(1)

    let command: StatusCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads, isPatient: command.goal != nil)
        while true {
            var status = try NodeStatus(try conversation.ask(.status, at: command.at))
            let isReached =
                switch command.goal {
                case .attached: status.isAttached
                case .ok, nil: status.isOK
                }
            let again = ClientConnection.now + StatusVerb.pause
            if command.goal != nil, !isReached, again < conversation.deadline {
                try conversation.rest(until: again)
                continue
            }
            if status.nodes.stale > 0 || status.nodes.missing > 0 { status.trouble = trouble(in: conversation) }
            let text = StatusView(Paint(isOn: context.options.colorsOutput)).text(status)
            context.console.print(context.options.json ? StatusView.json(status) : text)
            return isReached ? .done : .negative
        }
    }

    /// Which nodes are not live; none where that cannot be known soon.
    private func trouble(in conversation: Conversation) -> NodeTrouble {
        let limit = ClientConnection.now + StatusVerb.troublePatience
        let body = try? conversation.ask(.tree, at: command.at, before: limit)
        return body.flatMap { try? NodeTree($0) }?.trouble ?? NodeTrouble()
    }
}
