import PreferenceTree
import Preferences

/// `ping`: asks a node for a sign of life, once or more, a second apart.
struct PingVerb {
    private static let pause = Interval.seconds(1)

    let command: PingCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads)
        for round in 1...command.count {
            let asked = ClientConnection.now
            let body = try conversation.ask(.ping, at: command.at, before: asked + context.timeout)
            tell(body, after: ClientConnection.now.since(asked))
            if round < command.count { try conversation.rest(until: asked + PingVerb.pause) }
        }
        return .done
    }

    private func tell(_ body: Value, after interval: Interval) {
        guard case .map(let map) = body, case .text(let name)? = map["name"] else { return }
        let path = if case .text(let path)? = map["path"] { path } else { "" }
        if context.options.json {
            var answer = map
            answer["ns"] = .int(interval.nanoseconds)
            context.console.print(JSONWriter.text(of: .map(answer)))
        } else {
            let microseconds = Interval(nanoseconds: interval.nanoseconds / 1000 * 1000)
            context.console.print("\(name) (\(path)) answered in \(microseconds)")
        }
    }
}
