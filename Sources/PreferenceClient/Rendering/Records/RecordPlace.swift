package import PreferenceTree
package import Preferences

/// What the records of one answer or frame have in common.
package struct RecordPlace: Hashable, Sendable {
    /// The path of the node whose value it is, `/` for the root.
    package var at: String
    package var epoch: UInt64
    package var nodes: NodeCoverage
    /// Part of the first snapshot of a subscription.
    package var initial: Bool
    /// For how long the answering node has not heard the node it speaks for.
    package var age: Interval?

    package init(at: String, epoch: UInt64, nodes: NodeCoverage, initial: Bool = false, age: Interval? = nil) {
        self.at = at
        self.epoch = epoch
        self.nodes = nodes
        self.initial = initial
        self.age = age
    }
}
