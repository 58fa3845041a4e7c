package import PreferenceTree

// The words of records, read back from answers; the node core says how they are written.
extension RecordState {
    package init?(text: String) {
        let all: [RecordState] = [.ok, .degraded, .syncing, .stale]
        guard let state = all.first(where: { $0.text == text }) else { return nil }
        self = state
    }
}

extension Reason {
    package init?(text: String) {
        guard let reason = Reason.allCases.first(where: { $0.text == text }) else { return nil }
        self = reason
    }
}
