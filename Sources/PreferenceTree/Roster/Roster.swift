import Preferences

/// What a node says of the nodes below it and of itself (protocol R11; semantics C1).
///
/// An entry is judged again only after something that it rests on was touched, so that a node of a thousand
/// children pays for the one that changed.
struct Roster: Sendable {
    private(set) var entries: [NodeName: RosterEntry] = [:]
    /// The nodes of the entries by presence; a pending one counts as missing.
    private(set) var coverage = NodeCoverage(live: 0, stale: 0, missing: 0)
    private var touched: Set<NodeName> = []

    var isTouched: Bool { !touched.isEmpty }

    subscript(name: NodeName) -> RosterEntry? { entries[name] }

    mutating func touch(_ name: NodeName) { touched.insert(name) }

    /// The names to judge again, in an order that does not depend on hashing.
    mutating func takeTouched() -> [NodeName] {
        defer { touched.removeAll(keepingCapacity: true) }
        return touched.sorted()
    }

    mutating func set(_ name: NodeName, _ entry: RosterEntry?) {
        if let old = entries[name] { count(old.presence, by: -1) }
        entries[name] = entry
        if let entry { count(entry.presence, by: 1) }
    }

    private mutating func count(_ presence: Presence, by change: Int64) {
        func moved(_ number: UInt32) -> UInt32 { UInt32(clamping: Int64(number) + change) }
        switch presence {
        case .live: coverage.live = moved(coverage.live)
        case .stale: coverage.stale = moved(coverage.stale)
        case .missing, .pending: coverage.missing = moved(coverage.missing)
        }
    }
}
