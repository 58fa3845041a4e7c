import PreferenceTree
import Preferences

/// How long a watch or wait is without the values it asked for before the person at the command line is told why, or,
/// if that person has said how long, before it ends.
///
/// A node that is cut off from the root, or waits for its own children, has nothing to tell.
struct SnapshotPatience {
    /// What the answer to "how is the node" may cost.
    private static let answerTime = Interval.seconds(1)

    private let explicit: Interval?
    private let standpoint: Standpoint
    private var question: UInt64?
    private var wasTold = false
    private(set) var deadline: Instant

    init(_ conversation: Conversation, at standpoint: Standpoint, explicit: Interval?) {
        self.explicit = explicit
        self.standpoint = standpoint
        deadline = .distantFuture
        if conversation.connection.isAttached { begin() }
    }

    private mutating func begin() { deadline = ClientConnection.now + (explicit ?? GlobalOptions.defaultTimeout) }

    /// Takes in what happens; returns words that are worth saying.
    ///
    /// Throws where the values have not come in the time that was given.
    mutating func note(_ wakeup: Wakeup, in conversation: Conversation) throws(ClientFault) -> String? {
        switch wakeup {
        case .outcome(.attached): begin()
        case .outcome(.detached): deadline = .distantFuture
        case .outcome(.answered(let id, let answer)) where id == question:
            question = nil
            return try judge(answer, in: conversation)
        case .deadline where ClientConnection.now >= deadline:
            deadline = .distantFuture
            if explicit == nil, wasTold { return nil }
            question = try conversation.inquire(
                .status, before: ClientConnection.now + SnapshotPatience.answerTime)
        default: break
        }
        return nil
    }

    /// A snapshot or resumption is complete: everything that was asked for is known.
    mutating func complete() {
        deadline = .distantFuture
        question = nil
        wasTold = false
    }

    private mutating func judge(_ answer: Answer, in conversation: Conversation) throws(ClientFault) -> String? {
        var why = ""
        if case .body(let body) = answer, let status = try? NodeStatus(body) { why = ": \(status.phase)" }
        let whose = standpoint == .root ? "the root's values" : "its values"
        let text = "\(conversation.nodeName) does not know \(whose) yet\(why)"
        guard explicit == nil else {
            throw ClientFault(.node(.cutOff), text, hint: "prefctl status says what is in the way", retry: true)
        }
        wasTold = true
        return text
    }
}
