import PreferenceTree
import Preferences

/// The value of a command that was started without it: stated as soon as the node can take it, however late.
///
/// It waits for nothing itself, for its command and signals are waited for meanwhile. A question or a statement that
/// has no answer outlives the sessions; what is only refused for the moment is tried again.
struct LateValue {
    /// How long one try may go without an answer.
    private static let patience = Interval.seconds(3600)
    private static let pause = Interval.seconds(1)

    private enum Step {
        /// For the type by which the value is read.
        case asking(UInt64)
        case stating(UInt64)
        case resting
        case over
    }

    private let value: ValueOperand
    private let verb: HoldVerb
    private var step = Step.over
    /// When to try again.
    private(set) var retryAt = Instant.distantFuture
    private var lastWords = ""

    init(_ value: ValueOperand, _ verb: HoldVerb, _ conversation: Conversation) throws(ClientFault) {
        self.value = value
        self.verb = verb
        try begin(in: conversation)
    }

    private mutating func begin(in conversation: Conversation) throws(ClientFault) {
        retryAt = .distantFuture
        let pattern = ValueMap([("pattern", .text(verb.command.key.text))])
        step = .asking(
            try conversation.inquire(.keys, pattern, before: ClientConnection.now + LateValue.patience))
    }

    /// Takes in what happens; returns words that are worth saying.
    mutating func take(_ wakeup: Wakeup, in conversation: Conversation) throws(ClientFault) -> String? {
        switch (step, wakeup) {
        case (.asking(let question), .outcome(.answered(let id, let answer))) where id == question:
            switch answer {
            case .body(let body): return try state(body, in: conversation)
            case .fault(let fault): return rest(after: ClientFault(fault))
            case .lost, .timedOut: try begin(in: conversation)
            }
        case (.stating(let batch), .outcome(.published(let outcome))) where outcome.id == batch:
            if let fault = outcome.failures.first?.fault { return rest(after: ClientFault(fault)) }
            step = .over
            return "\(verb.command.key) is stated now"
        case (.resting, _) where ClientConnection.now >= retryAt: try begin(in: conversation)
        default: break
        }
        return nil
    }

    private mutating func state(_ body: Value, in conversation: Conversation) throws(ClientFault) -> String? {
        let key = verb.command.key
        let type = DeclaredKeys(try KeyEntry.list(body)).type(of: key)
        guard case .text(let text) = value.origin else { return nil }
        do {
            let batch = verb.batch(try value.value(of: text, key: key, type: value.forcesJSON ? nil : type))
            step = .stating(try conversation.publish(batch, patience: .distantFuture))
            return nil
        } catch {
            return rest(after: error)
        }
    }

    /// What may succeed later is tried again; either is told once.
    private mutating func rest(after fault: ClientFault) -> String? {
        step = fault.retry ? .resting : .over
        retryAt = fault.retry ? ClientConnection.now + LateValue.pause : .distantFuture
        defer { lastWords = fault.description }
        return fault.description == lastWords ? nil : fault.description
    }
}
