import Preferences

/// What the disk has been given and has not answered, and what of the node's own it refused (semantics §5).
///
/// A refused publication is its client's to repeat. What the node keeps for itself, such as its roster, is *owed*: the
/// newest of each place is written again until the disk takes it, unless something newer was written there meanwhile.
struct WritesUnderWay: Sendable {
    /// What a write replaces.
    private enum Place: Hashable {
        case contribution(Key, SourceName)
        case roster(NodeName)
        case catalog
        case published(Key)
        case drained

        init(_ write: StoreWrite) {
            switch write {
            case .contribution(let row): self = .contribution(row.key, row.source)
            case .removeContribution(let key, let source): self = .contribution(key, source)
            case .roster(let row): self = .roster(row.name)
            case .removeRoster(let name): self = .roster(name)
            case .catalog: self = .catalog
            case .published(let row): self = .published(row.record.key)
            case .removePublished(let key): self = .published(key)
            case .drained: self = .drained
            }
        }
    }

    private struct Ticket: Sendable {
        let number: UInt64
        let isOwn: Bool
        let writes: [StoreWrite]
    }

    private var tickets: [Ticket] = []
    /// In the order in which they were refused first; what is no longer in `debts` is passed over.
    private var places: [Place] = []
    private var debts: [Place: StoreWrite] = [:]

    var owesNothing: Bool { debts.isEmpty }

    mutating func submitted(_ number: UInt64, _ writes: [StoreWrite], isOwn: Bool) {
        tickets.append(Ticket(number: number, isOwn: isOwn, writes: writes))
        if debts.isEmpty { return }
        for write in writes { debts[Place(write)] = nil }
    }

    /// Everything up to the ticket has been answered.
    mutating func persisted(_ number: UInt64) {
        tickets.removeFirst(tickets.prefix { $0.number <= number }.count)
    }

    /// The ticket's writes were refused; everything before it has been answered.
    mutating func failed(_ number: UInt64) {
        defer { persisted(number) }
        guard let failed = tickets.first(where: { $0.number == number }), failed.isOwn else { return }
        let newer = Set(tickets.filter { $0.number > number }.flatMap { $0.writes.map { Place($0) } })
        for write in failed.writes where !newer.contains(Place(write)) {
            let place = Place(write)
            if debts.updateValue(write, forKey: place) == nil { places.append(place) }
        }
    }

    /// Everything that is owed, to be submitted again.
    mutating func takeDebts() -> [StoreWrite] {
        let writes = places.compactMap { debts.removeValue(forKey: $0) }
        places.removeAll(keepingCapacity: true)
        return writes
    }
}
