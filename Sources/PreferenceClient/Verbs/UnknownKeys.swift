import PreferenceTree
import Preferences

/// The keys of a watch that no definition covers: no word comes of them for ever, and the name may be mistyped.
struct UnknownKeys {
    private var question: UInt64?

    /// Asks the connected node about the keys that are named exactly.
    init(_ patterns: [KeyPattern], in conversation: Conversation) throws(ClientFault) {
        let keys = patterns.compactMap { if case .exact(let key) = $0 { Value.text(key.text) } else { nil } }
        if keys.isEmpty { return }
        question = try conversation.inquire(
            .get, ValueMap([("keys", .list(keys))]), before: ClientConnection.now + conversation.timeout)
    }

    /// The faults of those that no definition covers, once the answer is there.
    mutating func take(_ wakeup: Wakeup) -> [ClientFault] {
        guard case .outcome(.answered(let id, let answer)) = wakeup, id == question else { return [] }
        question = nil
        guard case .body(let body) = answer, let answer = try? GetAnswer(body) else { return [] }
        return answer.unknown.map(\.fault)
    }
}
