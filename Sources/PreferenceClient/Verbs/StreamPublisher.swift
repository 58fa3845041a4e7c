import PreferenceTree
import Preferences

/// A stream of statements on its way to the node: in batches, with the lines they came from.
///
/// Each refused statement is told by its line and holds nothing up. At most a few batches are without an answer; then
/// the input waits.
struct StreamPublisher {
    /// A batch is sent at this many statements or bytes, or when nothing more is there to be read.
    private static let batchCount = 512
    private static let batchBytes = 48 * 1024
    /// Batches that may wait for their answer.
    private static let underwayLimit = 16

    struct Refused: Hashable {
        let line: Int
        let fault: RequestFault
    }

    private let conversation: Conversation
    private let confirmAtRoot: Bool
    /// 0: nothing is replaced at the end.
    private let stream: UInt64
    private var statements: [Statement] = []
    private var lines: [Int] = []
    private var bytes = 0
    private var underway: [UInt64: [Int]] = [:]
    private var unconfirmed: Set<UInt64> = []
    /// How many statements were given.
    private(set) var given = 0
    private(set) var published = 0
    private(set) var refused = 0

    init(_ conversation: Conversation, confirmAtRoot: Bool, replaces: Bool) {
        self.conversation = conversation
        self.confirmAtRoot = confirmAtRoot
        stream = replaces ? .random(in: 1 ... .max) : 0
    }

    var isFull: Bool { underway.count >= StreamPublisher.underwayLimit }
    /// Whether everything given has its answer at the node.
    var isSettled: Bool { statements.isEmpty && underway.isEmpty }
    /// Whether what was to be confirmed at the root is.
    var isConfirmed: Bool { unconfirmed.isEmpty }

    mutating func add(_ statement: Statement, line: Int) throws(ClientFault) {
        given += 1
        statements.append(statement)
        lines.append(line)
        bytes += Message.publish(PublishFrame(id: 0, statements: [statement])).cost
        if statements.count >= StreamPublisher.batchCount || bytes >= StreamPublisher.batchBytes { try flush() }
    }

    /// Counts a line that is no statement.
    mutating func refuse() { refused += 1 }

    /// Sends what waits for company.
    mutating func flush() throws(ClientFault) {
        if statements.isEmpty { return }
        let id = try conversation.publish(Batch(statements, confirmAtRoot: confirmAtRoot, stream: stream))
        underway[id] = lines
        if confirmAtRoot { unconfirmed.insert(id) }
        statements.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        bytes = 0
    }

    /// Takes an outcome in; returns what the node refused.
    mutating func take(_ outcome: PublishOutcome) -> [Refused] {
        if outcome.stage == .root {
            unconfirmed.remove(outcome.id)
            return []
        }
        guard let lines = underway.removeValue(forKey: outcome.id) else { return [] }
        let failed = outcome.failures.compactMap { failure -> Refused? in
            let index = Int(failure.index)
            return index < lines.count ? Refused(line: lines[index], fault: failure.fault) : nil
        }
        published += lines.count - failed.count
        refused += failed.count
        // Nobody confirms what was refused altogether.
        if failed.count == lines.count { unconfirmed.remove(outcome.id) }
        return failed
    }

    /// Ends the stream: what its source stated before and it did not name is retracted in one step.
    ///
    /// Roots may confirm earlier batches meanwhile; the retractions wait for the root as the statements do.
    mutating func replace(source: String) throws(ClientFault) -> UInt32 {
        let replacement = PublishFrame.Replacement(source: source, stream: stream)
        let id = try conversation.publish(
            Batch([], confirmAtRoot: confirmAtRoot, stream: stream, replacement: replacement))
        if confirmAtRoot { unconfirmed.insert(id) }
        let deadline = ClientConnection.now + conversation.timeout
        while true {
            switch try conversation.next(before: deadline) {
            case .outcome(.published(let outcome)) where outcome.id == id && outcome.stage == .node:
                if let fault = outcome.failures.first?.fault { throw ClientFault(fault) }
                return outcome.retracted
            case .outcome(.published(let outcome)): _ = take(outcome)
            case .outcome(.refused(let refusal)):
                throw ClientFault(ConnectionFault.refused(conversation.connection.endpoint, refusal))
            case .deadline: throw conversation.lateness("confirm the end of the stream")
            default: continue
            }
        }
    }
}
