import PreferenceTree
import Preferences

extension Conversation {
    /// Where a subscription stands that is to answer for `target`: the root, or the connected node by any name.
    func standpoint(for target: NodeTarget) throws(ClientFault) -> Standpoint {
        switch target {
        case .root: return .root
        case .here: return .here
        case .node(let path):
            let welcome = try attach(before: deadline)
            let own = welcome.path.steps.dropFirst().map { "/\($0.name)" }.joined()
            if Bytewise.equal(own, path.description) { return .here }
            throw ClientFault(
                .node(.unsupported), "\(nodeName) answers for itself and for the root, not for \(path)",
                hint: "connect to that node with --connect and say --at .")
        }
    }
}
