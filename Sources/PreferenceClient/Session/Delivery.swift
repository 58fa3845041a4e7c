package import PreferenceTree
package import Preferences

/// One record as it is handed to the user.
package struct Delivery: Hashable, Sendable {
    package var record: Record
    package var standpoint: Standpoint
    package var epoch: UInt64
    package var nodes: NodeCoverage
    /// Part of the first snapshot of a subscription.
    package var initial: Bool
    /// For how long the answering node has not heard the node it speaks for; the record is `stale` then.
    package var age: Interval?
}

/// What a subscriber is handed, in order.
package enum DeliveryItem: Hashable, Sendable {
    case record(Delivery)
    /// All that belongs to a snapshot or resumption has been handed on.
    case synced(subscription: UInt32, Position)
    /// The nodes behind all values of a standpoint have changed (subscriptions that ask for coverage).
    case nodes(Standpoint, NodeCoverage)
}

extension Record {
    /// Whether a subscriber would see the same (N2), coverage and state included where it asks for them.
    func isSame(as other: Record, coverage: Bool) -> Bool {
        guard explicit == other.explicit, value == other.value,
            (state == .degraded) == (other.state == .degraded), (state == .stale) == (other.state == .stale)
        else { return false }
        if !coverage { return true }
        return state == other.state && sources == other.sources && staleSources == other.staleSources
            && causes == other.causes && truncated == other.truncated
    }

    /// What is handed on when a key is gone without a record that says so.
    func gone(revision: UInt64) -> Record {
        Record(
            key: key, value: .null, explicit: false, revision: max(revision, self.revision), state: .ok, causes: [],
            truncated: false, reason: .snapshot, cause: "", time: time, sources: 0, staleSources: 0)
    }
}
