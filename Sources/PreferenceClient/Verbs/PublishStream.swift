import PreferenceTree
import Preferences

/// `publish -`: statements from stdin, in batches; a line that fails is told and holds nothing up.
struct PublishStream {
    private static let progressPause = Interval.milliseconds(100)

    private let context: VerbContext
    private let stream: PublishCommand.Stream
    private let conversation: Conversation
    private let declared: DeclaredKeys
    private var reader: StatementReader
    private var publisher: StreamPublisher
    private var hasEnded = false
    private var lastProgress: Instant
    private var lastShown = Instant.distantPast

    init(_ stream: PublishCommand.Stream, of command: PublishCommand, in context: VerbContext) throws(ClientFault) {
        self.context = context
        self.stream = stream
        conversation = try context.converse(stream.held ? .holds : .writes)
        declared = try DeclaredKeys(of: "*", from: conversation)
        reader = StatementReader(
            format: stream.format,
            defaults: StatementDefaults(
                source: stream.source, rank: command.rank, lifetime: command.lifetime, take: command.take))
        publisher = StreamPublisher(conversation, confirmAtRoot: command.reach == .root, replaces: stream.replaces)
        lastProgress = ClientConnection.now
    }

    mutating func run() throws(ClientFault) -> ExitCode {
        var tidings = LinkTidings(context, what: "the stream goes on when it is back")
        while !hasEnded || !publisher.isSettled {
            if publisher.isFull {
                conversation.connection.unwatch(context.input.descriptor)
            } else if !hasEnded {
                conversation.connection.watch(context.input.descriptor)
            }
            let deadline = publisher.isSettled ? .distantFuture : lastProgress + context.timeout
            let wakeup = try conversation.next(before: deadline)
            switch wakeup {
            case .readable: try read()
            case .deadline: throw conversation.lateness("confirm what was published")
            default: take(wakeup)
            }
            tidings.tell(wakeup, of: conversation)
            showProgress()
        }
        return try finish()
    }

    private mutating func read() throws(ClientFault) {
        let bytes = try context.input.read()
        let known = declared
        let items =
            bytes.isEmpty
            ? reader.end { known.type(of: $0) } : reader.read(bytes) { known.type(of: $0) }
        if publisher.isSettled { lastProgress = ClientConnection.now }
        for item in items {
            switch item {
            case .statement(let statement, let line): try publisher.add(statement, line: line)
            case .failure(let fault):
                publisher.refuse()
                report(fault.fault, line: fault.line)
            }
        }
        try publisher.flush()
        hasEnded = bytes.isEmpty
        if hasEnded { conversation.connection.unwatch(context.input.descriptor) }
    }

    private mutating func take(_ wakeup: Wakeup) {
        switch wakeup {
        case .outcome(.published(let outcome)):
            lastProgress = ClientConnection.now
            for refused in publisher.take(outcome) { report(ClientFault(refused.fault), line: refused.line) }
        case .outcome(.heldRefused(_, let fault)):
            publisher.refuse()
            context.report(ClientFault(fault))
        default: break
        }
    }

    private func report(_ fault: ClientFault, line: Int) {
        var fault = fault
        fault.message = "line \(line): \(fault.message)"
        context.report(fault)
    }

    /// All statements have their answers: replaces, waits for the root, says what became of the whole.
    private mutating func finish() throws(ClientFault) -> ExitCode {
        if stream.replaces, let source = stream.source, publisher.refused == 0 {
            let retracted = try publisher.replace(source: source.text)
            if context.surroundings.terminals.errors { context.console.say("\(retracted) retracted") }
        }
        while !publisher.isConfirmed {
            let wakeup = try conversation.next(before: lastProgress + context.timeout)
            if case .deadline = wakeup { throw conversation.unconfirmed() }
            take(wakeup)
        }
        if stream.held { conversation.connection.leave(within: .milliseconds(500)) }
        showProgress(atEnd: true)
        if reader.skipped.total > 0 { context.remark("passed over: \(reader.skipped)") }
        guard publisher.refused == 0 else {
            let all = publisher.refused + publisher.published
            let replaced = stream.replaces ? "; nothing was replaced" : ""
            throw ClientFault(.stream, "\(publisher.refused) of \(all) lines were not published\(replaced)")
        }
        return .done
    }

    /// Only on a terminal, and not more often than one can read.
    private mutating func showProgress(atEnd: Bool = false) {
        guard context.surroundings.terminals.errors, !context.options.json else { return }
        let now = ClientConnection.now
        guard atEnd || now.since(lastShown) >= PublishStream.progressPause else { return }
        lastShown = now
        let failed = publisher.refused > 0 ? ", \(publisher.refused) failed" : ""
        context.console.show(progress: "\(publisher.published) published\(failed)\(atEnd ? "\n" : "")")
    }
}
