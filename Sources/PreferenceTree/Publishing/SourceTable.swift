import Preferences

/// A contribution of one source of this node.
struct SourceEntry: Sendable {
    let key: KeyIndex
    let name: SourceName
    var value: Value
    var rank: Int32
    var lifetime: LifetimeKind
    var lease: Interval?
    var deadline: Instant?
    /// Of a held contribution: the instance of the client that holds it.
    var holder: UInt64?
    var since: WallTime
    var by: String
    /// The publication stream that stated it last; 0: none.
    var stream: UInt64
    /// Its slot in the key's fold.
    var slot: Int32
    /// Why it is not folded; nil: it is.
    var refusal: String?
    /// A held contribution whose client has not come back since this start or since it reconnected.
    var isUnstated = false
}

/// All sources of a node, by index, found by key and name.
struct SourceTable: Sendable {
    struct Identity: Hashable, Sendable {
        let key: KeyIndex
        let name: SourceName
    }

    private(set) var indices: [Identity: Int32] = [:]
    private(set) var entries: [SourceEntry?] = []
    private var free: [Int32] = []
    private var expiries = ExpiryHeap()
    /// When a source is looked at next, so that it stands in the heap once however often it is refreshed.
    private var watched: [Int32: Instant] = [:]
    /// Held contributions by the instance of the client that holds them.
    private var holdings: [UInt64: Set<Int32>] = [:]

    var count: Int { indices.count }

    /// An entry is replaced by one of the same key and name; `insert` and `remove` begin and end it.
    subscript(index: Int32) -> SourceEntry? {
        get { entries[Int(index)] }
        set {
            let before = entries[Int(index)]?.holder
            entries[Int(index)] = newValue
            if before != newValue?.holder {
                release(index, holder: before)
                hold(index, holder: newValue?.holder)
            }
        }
    }

    /// What this client holds, in the order of the table.
    func held(by instance: UInt64) -> [Int32] { holdings[instance]?.sorted() ?? [] }

    var holders: Set<UInt64> { Set(holdings.keys) }

    private mutating func hold(_ index: Int32, holder: UInt64?) {
        if let holder { holdings[holder, default: []].insert(index) }
    }

    private mutating func release(_ index: Int32, holder: UInt64?) {
        guard let holder else { return }
        holdings[holder]?.remove(index)
        if holdings[holder]?.isEmpty == true { holdings[holder] = nil }
    }

    func index(key: KeyIndex, name: SourceName) -> Int32? { indices[Identity(key: key, name: name)] }

    mutating func insert(_ entry: SourceEntry) -> Int32 {
        let index: Int32
        if let reused = free.popLast() {
            index = reused
            entries[Int(index)] = entry
        } else {
            index = Int32(entries.count)
            entries.append(entry)
        }
        indices[Identity(key: entry.key, name: entry.name)] = index
        hold(index, holder: entry.holder)
        return index
    }

    mutating func remove(_ index: Int32) {
        guard let entry = entries[Int(index)] else { return }
        indices[Identity(key: entry.key, name: entry.name)] = nil
        release(index, holder: entry.holder)
        entries[Int(index)] = nil
        free.append(index)
    }

    /// Looks at a source's lease at `deadline`, or earlier where it is to be looked at already.
    mutating func watch(_ index: Int32, deadline: Instant) {
        if let already = watched[index], already <= deadline { return }
        watched[index] = deadline
        expiries.push(deadline, index)
    }

    var nextExpiry: Instant? { expiries.first }

    /// Sources whose lease has run out; a refreshed one is left alone.
    mutating func takeExpired(at now: Instant) -> [Int32] {
        var expired: [Int32] = []
        while let (due, index) = expiries.pop(before: now) {
            guard watched[index] == due else { continue }
            watched[index] = nil
            guard let deadline = entries[Int(index)]?.deadline else { continue }
            if deadline <= now { expired.append(index) } else { watch(index, deadline: deadline) }
        }
        return expired
    }
}

/// Instants with the source they belong to, earliest first.
struct ExpiryHeap: Sendable {
    private var items: [(deadline: Instant, source: Int32)] = []

    var first: Instant? { items.first?.deadline }

    mutating func push(_ deadline: Instant, _ source: Int32) {
        items.append((deadline, source))
        var child = items.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if items[parent].deadline <= items[child].deadline { return }
            items.swapAt(parent, child)
            child = parent
        }
    }

    mutating func pop(before now: Instant) -> (deadline: Instant, source: Int32)? {
        guard let first = items.first, first.deadline <= now else { return nil }
        let last = items.removeLast()
        if !items.isEmpty {
            items[0] = last
            sink()
        }
        return first
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
                if items[child].deadline < items[least].deadline { least = child }
            }
            if least == parent { return }
            items.swapAt(parent, least)
            parent = least
        }
    }
}
