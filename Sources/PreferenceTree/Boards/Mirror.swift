import Preferences

/// What a node other than the root knows of the root's values: one interest per pattern goes up, values come down
/// once, however many clients watch (N9).
struct Mirror: Sendable {
    struct Pattern: Hashable, Sendable {
        let pattern: KeyPattern
        let coverage: Bool
    }

    struct Interest: Sendable {
        let id: UInt32
        var users = 0
        /// The pattern's values have come from above since the root's present epoch began; before, they are unknown.
        var isKnown = false
        /// Whether the present session above has told everything up to `revision`.
        var isCurrent = false
        /// Up to where everything under the pattern has come.
        var revision: UInt64 = 0
        /// Keys named by the snapshot that is coming in.
        var collected: Set<Key> = []
    }

    var board = Board(epoch: 0)
    private(set) var nodes = NodeCoverage(live: 0, stale: 0, missing: 0)
    /// What the node above has said of them last.
    var heard = NodeCoverage(live: 0, stale: 0, missing: 0)
    /// The same when the last turn ended.
    var nodesBefore = NodeCoverage(live: 0, stale: 0, missing: 0)
    var interests: [Pattern: Interest] = [:]
    private var patterns: [UInt32: Pattern] = [:]
    private var nextID: UInt32 = 1
    /// Root watchers have been told that the values are old.
    var isStale = false
    /// The root could not be heard for a while: a node below, with a shorter grace, may have called the values old.
    var wasCut = false

    func pattern(of id: UInt32) -> Pattern? { patterns[id] }

    /// Counts a user in. Non-nil: the pattern is new and has to be asked for above.
    mutating func use(_ pattern: Pattern) -> UInt32? {
        if interests[pattern] != nil {
            interests[pattern]?.users += 1
            return nil
        }
        let id = nextID
        nextID &+= 1
        interests[pattern] = Interest(id: id, users: 1)
        patterns[id] = pattern
        return id
    }

    /// Counts a user out. Non-nil: nobody is left, the interest above ends, and nothing is kept of it.
    mutating func leave(_ pattern: Pattern) -> UInt32? {
        guard let interest = interests[pattern] else { return nil }
        if interest.users > 1 {
            interests[pattern]?.users -= 1
            return nil
        }
        interests[pattern] = nil
        patterns[interest.id] = nil
        for key in keys(under: pattern.pattern) where !interests.keys.contains(where: { $0.pattern.matches(key) }) {
            board.discard(key)
        }
        return interest.id
    }

    /// Keys under a pattern that its whole snapshot did not name. An absent key shows in the snapshot of who asks for it
    /// by its name, and in no other.
    func unnamed(by interest: Interest, for pattern: KeyPattern) -> [Key] {
        keys(under: pattern).filter { key in
            if interest.collected.contains(key) { return false }
            return pattern == .exact(key) || !isNamed(key)
        }
    }

    /// The mirrored keys under a pattern, in an order that a run repeats.
    private func keys(under pattern: KeyPattern) -> [Key] {
        if case .exact(let key) = pattern { return board.index(of: key) == nil ? [] : [key] }
        return board.records.compactMap { $0?.key }.filter { pattern.matches($0) }
    }

    private func isNamed(_ key: Key) -> Bool {
        interests[Pattern(pattern: .exact(key), coverage: false)] != nil
            || interests[Pattern(pattern: .exact(key), coverage: true)] != nil
    }

    /// Another root begins: nothing is known of it.
    mutating func restart(epoch: UInt64) {
        board.restart(epoch: epoch)
        nodes = NodeCoverage(live: 0, stale: 0, missing: 0)
        heard = nodes
        nodesBefore = nodes
        for pattern in interests.keys {
            interests[pattern]?.isKnown = false
            interests[pattern]?.isCurrent = false
            interests[pattern]?.revision = 0
            interests[pattern]?.collected = []
        }
    }

    /// Whether every interest has been told all there is in the present session above.
    var isCurrent: Bool { interests.values.allSatisfy { $0.isCurrent } }

    /// Takes over the nodes that were heard of. That more of them are live counts once every interest has been told what
    /// they contribute (C1); before, what is known of another one may be older. Returns whether they changed.
    mutating func settleNodes() -> Bool {
        guard heard != nodes, nodes.expected == 0 || heard.lacks(moreThan: nodes) || isCurrent else { return false }
        nodes = heard
        return true
    }

    /// Up to where everything is known that a subscription asks for.
    func revision(of frame: SubscribeFrame) -> UInt64 {
        frame.patterns.map { interests[Pattern(pattern: $0, coverage: frame.coverage)]?.revision ?? 0 }.min() ?? 0
    }

    /// The node above has told everything up to here of what was known before.
    mutating func advance(to revision: UInt64) {
        for (pattern, interest) in interests where interest.isCurrent && interest.revision < revision {
            interests[pattern]?.revision = revision
        }
        advanceBoard(to: revision)
    }

    mutating func advanceBoard(to revision: UInt64) {
        if isCurrent { board.advance(to: revision) }
    }

    /// Whether the values that a subscription asks for are known; `isCutOff`: as far as they can be.
    func isKnown(_ frame: SubscribeFrame, isCutOff: Bool) -> Bool {
        frame.patterns.allSatisfy { pattern in
            let interest = interests[Pattern(pattern: pattern, coverage: frame.coverage)]
            return interest?.isKnown == true && (isCutOff || interest?.isCurrent == true)
        }
    }
}
