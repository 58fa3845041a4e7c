import PreferenceTree
import Preferences

/// How long a stream waits for its node: for its first answer the usual time; once it had one, for ever, unless the
/// person at the command line has said how long.
struct LinkPatience {
    private let explicit: Interval?
    private(set) var deadline: Instant
    /// Whether there has been no session yet.
    private(set) var isFirst: Bool

    init(_ conversation: Conversation, explicit: Interval?) {
        self.explicit = explicit
        isFirst = !conversation.connection.isAttached
        deadline = conversation.connection.isAttached ? .distantFuture : conversation.deadline
    }

    mutating func note(_ wakeup: Wakeup) {
        guard case .outcome(let outcome) = wakeup else { return }
        switch outcome {
        case .attached:
            isFirst = false
            deadline = .distantFuture
        case .detached: deadline = explicit.map { ClientConnection.now + $0 } ?? .distantFuture
        default: break
        }
    }
}
