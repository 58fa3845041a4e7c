import PreferenceTree
import Preferences

/// A node's database: what was applied survives a crash, what waits does not.
struct SimulatedDisk {
    struct Place: Hashable {
        let key: Key
        let source: SourceName
    }

    private(set) var contributions: [Place: ContributionRow] = [:]
    private(set) var roster: [NodeName: RosterRow] = [:]
    private(set) var catalog: CatalogFrame?
    private(set) var published: [Key: PublishedRow] = [:]
    private(set) var isDrained = false
    /// Refuses every write.
    var isFull = false
    /// Something that nobody says again may be missing.
    private(set) var hasLostWrites = false
    private(set) var waiting: [(ticket: UInt64, writes: [StoreWrite])] = []
    var busyUntil: Int64 = 0
    /// How long one write takes.
    var pace = VirtualTime.ticks(0.04)

    mutating func enqueue(_ ticket: UInt64, _ writes: [StoreWrite]) { waiting.append((ticket, writes)) }

    /// Applies everything up to and with `ticket`.
    mutating func apply(upTo ticket: UInt64) {
        while let first = waiting.first, first.ticket <= ticket {
            waiting.removeFirst()
            for write in first.writes { apply(write) }
        }
    }

    mutating func applyAll() {
        if let last = waiting.last { apply(upTo: last.ticket) }
    }

    /// The writes of this ticket are lost; those of others are not.
    mutating func fail(_ ticket: UInt64) {
        hasLostWrites = true
        waiting.removeAll { $0.ticket == ticket }
    }

    mutating func crash() {
        waiting.removeAll()
        busyUntil = 0
    }

    /// Opened in another boot: each lease begins anew.
    mutating func moveDeadlines(to now: Instant) {
        for (place, row) in contributions {
            if let lease = row.lease { contributions[place]?.deadline = now + lease }
        }
    }

    private mutating func apply(_ write: StoreWrite) {
        switch write {
        case .contribution(let row): contributions[Place(key: row.key, source: row.source)] = row
        case .removeContribution(let key, let source): contributions[Place(key: key, source: source)] = nil
        case .roster(let row): roster[row.name] = row
        case .removeRoster(let name): roster[name] = nil
        case .catalog(let frame): catalog = frame
        case .published(let row): published[row.record.key] = row
        case .removePublished(let key): published[key] = nil
        case .drained(let drained): isDrained = drained
        }
    }

    /// What a start finds, in an order of its own.
    var recovered: Recovered {
        var recovered = Recovered()
        recovered.contributions = contributions.values.sorted {
            $0.key == $1.key ? $0.source < $1.source : $0.key < $1.key
        }
        recovered.roster = roster.values.sorted { $0.name < $1.name }
        recovered.catalog = catalog
        recovered.published = published.values.sorted { $0.record.key < $1.record.key }
        recovered.drained = isDrained
        return recovered
    }
}
