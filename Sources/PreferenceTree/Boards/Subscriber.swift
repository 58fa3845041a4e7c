import Preferences

/// The subscriptions of one session at one standpoint, and what it still has to be told.
///
/// Changes are conflated per key: a key waits in the queue once, and the record it has when its turn comes is
/// sent. So a subscriber that does not read costs memory bounded by the number of keys and delays nobody (N7).
struct Subscriber: Sendable {
    struct Interest: Sendable {
        /// As it was asked for; in `frame` an alias has become its key.
        var asked: SubscribeFrame
        var frame: SubscribeFrame
        /// Keys that stay in memory for its sake: those of its exact patterns that there was room for.
        var referred: [KeyIndex] = []
        /// Its snapshot is queued or sent: changes of its keys are for it too.
        var isReady = false
    }

    enum Item: Hashable, Sendable {
        case change(Int32)
        case initial(Int32, subscription: UInt32)
        case forgotten(Key)
        /// The end mark of a snapshot that was queued when the board stood at `revision`.
        case synced(subscription: UInt32, replaces: Bool, revision: UInt64)
    }

    var interests: [Interest] = []
    private var queue: [Item] = []
    private var head = 0
    private var queuedChanges: Set<Int32> = []
    private var queuedForgotten: Set<Key> = []

    /// The nodes behind what has been told while something waits.
    private var nodes: NodeCoverage?

    var isIdle: Bool { head == queue.count }

    /// Whether what waited is asked for no longer, so that no frame has told of the nodes that came with it.
    var owesNodes: Bool { isIdle && nodes != nil && wantsCoverage }

    var hasNews: Bool { !isIdle || owesNodes }

    /// A value that waits may lack what nodes contribute that came to be live (C1): that more are live is told by the
    /// frame behind which nothing waits.
    ///
    /// `before`: the nodes when the last turn ended, behind all that had been told when nothing waited.
    mutating func beginTelling(of before: NodeCoverage) {
        if nodes == nil, before.expected > 0 { nodes = before }
    }

    /// The nodes behind all that has been told with the frame that is ready.
    mutating func nodesTold(of now: NodeCoverage) -> NodeCoverage {
        if isIdle {
            nodes = nil
            return now
        }
        return hold(now)
    }

    /// What could not be sent waits for credit.
    mutating func endTelling(of now: NodeCoverage) {
        if isIdle, !wantsCoverage { nodes = nil } else if nodes != nil || !isIdle { _ = hold(now) }
    }

    private mutating func hold(_ now: NodeCoverage) -> NodeCoverage {
        let told = nodes.map { now.lacks(moreThan: $0) ? now : $0 } ?? now
        nodes = told
        return told
    }

    var wantsCoverage: Bool { interests.contains { $0.isReady && $0.frame.coverage } }

    func isInterested(in key: Key, coverageOnly: Bool = false) -> Bool {
        interests.contains { interest in
            interest.isReady && (!coverageOnly || interest.frame.coverage)
                && interest.frame.patterns.contains { $0.matches(key) }
        }
    }

    mutating func enqueueChange(_ index: Int32) {
        if queuedChanges.insert(index).inserted { queue.append(.change(index)) }
    }

    mutating func enqueueForgotten(_ key: Key) {
        if queuedForgotten.insert(key).inserted { queue.append(.forgotten(key)) }
    }

    mutating func enqueueInitial(_ index: Int32, subscription: UInt32) {
        queue.append(.initial(index, subscription: subscription))
    }

    mutating func enqueueSynced(subscription: UInt32, replaces: Bool, revision: UInt64) {
        queue.append(.synced(subscription: subscription, replaces: replaces, revision: revision))
    }

    mutating func end(subscription: UInt32) {
        interests.removeAll { $0.frame.id == subscription }
        queue.removeFirst(head)
        head = 0
        queue.removeAll { item in
            switch item {
            case .initial(_, let owner), .synced(let owner, _, _): owner == subscription
            case .change, .forgotten: false
            }
        }
    }

    /// Drops what is queued: a snapshot will say it all.
    mutating func removeAll() {
        queue.removeAll()
        head = 0
        queuedChanges.removeAll()
        queuedForgotten.removeAll()
    }

    func peek() -> Item? { head < queue.count ? queue[head] : nil }

    mutating func pop() -> Item? {
        guard head < queue.count else { return nil }
        let item = queue[head]
        head += 1
        switch item {
        case .change(let index): queuedChanges.remove(index)
        case .forgotten(let key): queuedForgotten.remove(key)
        case .initial, .synced: break
        }
        if head == queue.count {
            queue.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 4096, head * 2 > queue.count {
            queue.removeFirst(head)
            head = 0
        }
        return item
    }
}
