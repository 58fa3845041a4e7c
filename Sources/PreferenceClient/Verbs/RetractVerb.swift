import PreferenceTree
import Preferences

/// `retract`: ends contributions at the connected node; several only when told so.
struct RetractVerb {
    /// How many are retracted in one batch.
    private static let batchCount = 512
    /// How many are named before it is asked whether they are to go.
    private static let namedCount = 10

    let command: RetractCommand
    let context: VerbContext

    func run() throws(ClientFault) -> ExitCode {
        let conversation = try context.converse(.writes)
        let retracted: UInt32
        switch (command.pattern, command.selection) {
        case (.exact(let key), .source(let source)):
            retracted = try retract([(key.text, source.text)], in: conversation)
        case (_, .source(let source)): retracted = try retractListed(source: source.text, in: conversation)
        case (_, .all): retracted = try retractListed(source: nil, in: conversation)
        }
        guard retracted > 0 else {
            throw ClientFault(
                .nothingToRetract, "\(conversation.nodeName) has no such contribution: \(selected)",
                hint: "prefctl sources lists what it has")
        }
        return .done
    }

    /// What was asked for, as messages name it.
    private var selected: String {
        switch command.selection {
        case .source(let source): "\(command.pattern) by \(source.text)"
        case .all: "\(command.pattern) by anybody"
        }
    }

    private func retractListed(source: String?, in conversation: Conversation) throws(ClientFault) -> UInt32 {
        let body = try conversation.ask(
            .sources, at: .here, ValueMap([("pattern", .text(command.pattern.description))]))
        let listed = try SourceEntry.list(body).filter { source == nil || Bytewise.equal($0.source, source ?? "") }
        if listed.count > 1, command.needsConsent {
            guard context.surroundings.terminals.input else {
                throw ClientFault(
                    .usage, "\(listed.count) contributions would be retracted", hint: "say --yes to retract them")
            }
            for line in RetractVerb.lines(listed) { context.console.say("  \(line)") }
            let question = Confirmation(console: context.console, input: context.input)
            guard try question.ask("retract these \(listed.count) contributions at \(conversation.nodeName)?") else {
                throw ClientFault(.nothingToRetract, "nothing was retracted")
            }
        }
        return try retract(listed.map { ($0.key, $0.source) }, in: conversation)
    }

    /// What goes, as far as a person reads it.
    private static func lines(_ listed: [SourceEntry]) -> [String] {
        var lines = listed.prefix(namedCount).map { "\($0.key) by \($0.source.printable)" }
        if listed.count > namedCount { lines.append("and \(listed.count - namedCount) more") }
        return lines
    }

    private func retract(
        _ listed: [(key: String, source: String)], in conversation: Conversation
    ) throws(ClientFault) -> UInt32 {
        var retracted: UInt32 = 0
        for start in stride(from: 0, to: listed.count, by: RetractVerb.batchCount) {
            let statements = listed[start...].prefix(RetractVerb.batchCount).map {
                Statement(operation: .retract, key: $0.key, source: $0.source)
            }
            let (_, outcome) = try conversation.state(Batch(statements))
            if let fault = outcome.failures.first(where: { $0.fault.code != .notFound })?.fault {
                throw ClientFault(fault)
            }
            retracted += outcome.retracted
        }
        return retracted
    }
}
