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
            try tell(body, after: ClientConnection.now.since(asked))
            if round < command.count { try conversation.rest(until: asked + PingVerb.pause) }
        }
        return .done
    }

    private func tell(_ body: Value, after interval: Interval) throws(ClientFault) {
        let answer = try AnswerMembers(body, of: .ping)
        let (name, path) = (try answer.text("name"), try answer.optionalText("path") ?? "")
        if context.options.json {
            context.console.print(JSONWriter.text(of: .map(answer.with("ns", .int(interval.nanoseconds)))))
        } else {
            let microseconds = Interval(nanoseconds: interval.nanoseconds / 1000 * 1000)
            context.console.print("\(name) (\(path)) answered in \(microseconds)")
        }
    }
}
