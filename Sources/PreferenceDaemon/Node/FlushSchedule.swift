package import PreferenceTree
package import Preferences

/// When a node folds and tells: at once after a pause, else no sooner than `timing.flush` after the last time.
///
/// So a change that comes alone is told at once, and those of a flood together. Only values wait: what peers ask,
/// attachments and acknowledgements do not.
package struct FlushSchedule {
    private var last: Instant?
    private var isPutOff = false

    package init() {}

    /// Ends a poll turn of the node, with or without a fold.
    package mutating func endTurn(
        of node: inout TreeNode, every interval: Interval, at now: Instant, wall: WallTime
    ) {
        isPutOff = node.mayPutOffFlush && last.map { now < $0 + interval } ?? false
        if isPutOff { return node.handle(.putOffFlush, at: now, wall: wall) }
        if node.hasChanges { last = now }
        node.handle(.flush, at: now, wall: wall)
    }

    /// When the flush that was put off is due; nil: none was.
    package func due(every interval: Interval) -> Instant? { isPutOff ? last.map { $0 + interval } : nil }
}
