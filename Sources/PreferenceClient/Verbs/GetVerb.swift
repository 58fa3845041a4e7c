import PreferenceTree
import Preferences

/// `get`: the records of keys as one node has them now.
struct GetVerb {
    let command: GetCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.reads)
        var body = ValueMap([("keys", .list(command.keys.map { .text($0.text) }))])
        if command.staleOK { body["stale_ok"] = .bool(true) }
        let answer = try GetAnswer(try conversation.ask(.get, at: command.at, body))
        for unknown in answer.unknown { context.report(unknown.fault) }
        let doubts = answer.records.compactMap { RecordText.note($0, answer.place) }
        // As JSON the record itself says it.
        if !context.options.json || command.strict { for doubt in doubts { context.remark(doubt) } }
        if command.strict, !doubts.isEmpty || !answer.unknown.isEmpty { return .negative }
        for record in answer.records { print(record, answer.place) }
        return answer.unknown.isEmpty ? .done : .negative
    }

    private func print(_ record: Record, _ place: RecordPlace) {
        if context.options.json {
            context.console.print(RecordJSON.text(record, place))
        } else if command.keys.count == 1 {
            // An empty text is still a line.
            context.console.print(line: RecordText.value(record))
        } else {
            context.console.print(RecordText.line(record))
        }
    }
}
