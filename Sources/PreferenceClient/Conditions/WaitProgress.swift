package import PreferenceTree
package import Preferences

/// How far a `wait` has come: what is lacking, or since when nothing is.
///
/// Whatever the client does not see is not known to hold: a lost session begins the span anew, and so does a record
/// that does not satisfy, however short.
package struct WaitProgress: Sendable {
    private enum State {
        /// Nothing seen yet, or not since the session was lost.
        case unknown
        case lacking([String])
        case satisfied(since: Instant)
    }

    private let key: Key
    private let test: WaitTest
    private let span: Interval
    private var state = State.unknown

    /// `span`: for how long the condition must hold; nil: an instant is enough.
    package init(key: Key, test: WaitTest, span: Interval? = nil) {
        self.key = key
        self.test = test
        self.span = span ?? .zero
    }

    /// Takes in the key's record, or the same record with other nodes behind it.
    package mutating func observe(_ record: Record, nodes: NodeCoverage, at now: Instant) {
        let lacks = test.lacks(record, nodes)
        if !lacks.isEmpty {
            state = .lacking(lacks)
        } else if case .satisfied = state {
            return
        } else {
            state = .satisfied(since: now)
        }
    }

    /// The session is lost: what happens meanwhile is not seen.
    package mutating func interrupt() { state = .unknown }

    /// When the wait ends if nothing changes; nil while something is lacking.
    package var doneAt: Instant? {
        guard case .satisfied(let since) = state else { return nil }
        return since + span
    }

    package func isDone(at now: Instant) -> Bool { doneAt.map { $0 <= now } ?? false }

    /// What is missing, with the nodes that keep it so where they are known.
    package func message(at now: Instant, trouble: NodeTrouble = NodeTrouble()) -> String {
        var parts: [String] = []
        switch state {
        case .unknown: parts.append("\(key) is not known yet")
        case .lacking(let lacks):
            parts.append("\(key) \(lacks[0])")
            parts += lacks.dropFirst()
        case .satisfied(let since):
            let held = TerminalText.span(now.since(since))
            parts.append("\(key) has satisfied for \(held), wanted \(span)")
        }
        for (name, paths) in [
            ("stale", trouble.stale), ("missing", trouble.missing), ("never seen", trouble.neverSeen),
        ] where !paths.isEmpty {
            parts.append("\(name): \(paths.joined(separator: ", "))")
        }
        return parts.joined(separator: "; ")
    }

    /// What a wait that ran out of time reports.
    package func fault(at now: Instant, trouble: NodeTrouble = NodeTrouble()) -> ClientFault {
        ClientFault(.notMet, message(at: now, trouble: trouble), retry: true)
    }
}
