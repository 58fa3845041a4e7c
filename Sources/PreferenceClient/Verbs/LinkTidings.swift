import PreferenceTree

/// Tells the person who waits when the node is lost and when it is back, once each.
struct LinkTidings {
    private let context: VerbContext
    /// What happens when it is back.
    private let what: String
    private var wasLost = false
    private var lastRefusal = ""

    init(_ context: VerbContext, what: String) {
        self.context = context
        self.what = what
    }

    mutating func tell(_ wakeup: Wakeup, of conversation: Conversation) {
        guard case .outcome(let outcome) = wakeup else { return }
        switch outcome {
        case .detached(let loss) where !wasLost:
            wasLost = true
            context.remark("cut off from \(conversation.connection.endpoint): \(loss.rawValue); \(what)")
        case .attached(let welcome):
            if wasLost { context.remark("attached to \(welcome.name) again") }
            wasLost = false
            lastRefusal = ""
        case .refused(let refusal) where refusal.message != lastRefusal:
            lastRefusal = refusal.message
            context.remark("\(conversation.connection.endpoint) refused the session: \(refusal.message)")
        default: break
        }
    }
}
