import PreferenceTree

/// The words of contract §5 for what is a number on the wire.
extension RecordState {
    private static let words: [(RecordState, String)] = [
        (.ok, "ok"), (.degraded, "degraded"), (.syncing, "syncing"), (.stale, "stale"),
    ]

    package var text: String {
        switch self {
        case .ok: "ok"
        case .degraded: "degraded"
        case .syncing: "syncing"
        case .stale: "stale"
        }
    }

    package init?(text: String) {
        guard let (state, _) = RecordState.words.first(where: { $0.1 == text }) else { return nil }
        self = state
    }
}

extension Reason {
    package var text: String {
        switch self {
        case .published: "published"
        case .retracted: "retracted"
        case .expired: "expired"
        case .lost: "lost"
        case .returned: "returned"
        case .moved: "moved"
        case .refused: "refused"
        case .policy: "policy"
        case .pin: "pin"
        case .unpin: "unpin"
        case .state: "state"
        case .snapshot: "snapshot"
        }
    }

    package init?(text: String) {
        guard let reason = Reason.allCases.first(where: { $0.text == text }) else { return nil }
        self = reason
    }
}
