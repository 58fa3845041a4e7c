/// What prefctl is asked to do, with all that the command line says about it.
package enum Command: Hashable, Sendable {
    case publish(PublishCommand)
    case hold(HoldCommand)
    case retract(RetractCommand)
    case get(GetCommand)
    case watch(WatchCommand)
    case wait(WaitCommand)
    case status(StatusCommand)
    case tree(TreeCommand)
    case explain(ExplainCommand)
    case sources(SourcesCommand)
    case keys(KeysCommand)
    case drain(DrainCommand)
    case forget(ForgetCommand)
    case reload(ReloadCommand)
    case ping(PingCommand)

    /// Whether it states or retracts, which never falls over to another node's endpoint.
    package var isWriting: Bool {
        switch self {
        case .publish, .hold, .retract: true
        default: false
        }
    }
}
