import Preferences

/// Who is told when what was queued before has been applied at the root (R8).
enum Wait: Hashable, Sendable {
    case client(link: LinkID, session: UInt64, publication: UInt64)
    case child(link: LinkID, session: UInt64, sequence: UInt64)

    var link: LinkID {
        switch self {
        case .client(let link, _, _), .child(let link, _, _): link
        }
    }
}

/// What a node still has to tell its parent, in order: a first-in first-out list in which a key that is dirty
/// already keeps its place (R4), so that what is sent is always the newest and never grows past the keys.
struct Upstream: Sendable {
    enum Stage: Sendable {
        case detached
        /// The roster is sent; nothing else leaves before the verdict (R5).
        case awaitingVerdict
        /// The verdict is there; the snapshot starts once the node is not syncing and has the parent's catalog.
        case ready
        case streaming
    }

    enum Item: Sendable {
        case key(KeyIndex)
        /// Say what these names have become, now that every key dirty before has been sent (C1, R11 d).
        case follow([NodeName])
        case waits([Wait])
        case end
        case settled
    }

    /// What of a key is to be sent.
    struct Pending: OptionSet, Sendable {
        let rawValue: UInt8
        static let queued = Pending(rawValue: 1)
        static let partial = Pending(rawValue: 2)
        static let coverage = Pending(rawValue: 4)
        static let condition = Pending(rawValue: 8)
    }

    var stage = Stage.detached
    var sentBegin = false
    /// The parent's catalog is in force here: the snapshot is made under it.
    var hasCatalog = false
    private var queue: [Item] = []
    /// How often a name stands in the queue to follow the keys, and those that have no place in it yet.
    private var following: [NodeName: Int] = [:]
    private var heldNames: [NodeName] = []
    private var head = 0
    private(set) var pending: [Pending] = []
    private var reasons: [KeyIndex: Reason] = [:]
    /// By key: its id in this session, or −1.
    private var ids: [Int64] = []
    private var nextID: UInt32 = 0
    private var freeIDs: [UInt32] = []
    var releasedIDs: [UInt32] = []
    /// What the parent has of the roster.
    var sentRoster: [NodeName: RosterEntry] = [:]
    /// Names that are to be sent again as they are.
    var repeatedNames: Set<NodeName> = []
    /// Waits tied to the sequence number of the mark that was sent for them.
    private(set) var tied: [(sequence: UInt64, waits: [Wait])] = []

    var isEmpty: Bool { head == queue.count }

    /// Forgets the session: what was open waits for the next one's snapshot.
    mutating func detach() -> [Wait] {
        var open: [Wait] = tied.flatMap { $0.waits }
        for item in queue[head...] { if case .waits(let waits) = item { open += waits } }
        self = Upstream()
        return open
    }

    mutating func enqueue(_ index: KeyIndex, _ what: Pending, reason: Reason) {
        let key = Int(index)
        if key >= pending.count {
            let more = key + 1 - pending.count
            pending.append(contentsOf: repeatElement([], count: more))
        }
        if reason != .published { reasons[index] = reason } else if !reasons.isEmpty { reasons[index] = nil }
        if !pending[key].contains(.queued) { queue.append(.key(index)) }
        pending[key].formUnion(what.union(.queued))
    }

    mutating func enqueue(_ item: Item) {
        if case .waits(let more) = item, case .waits(let waits)? = queue.last, head < queue.count {
            queue[queue.count - 1] = .waits(waits + more)
        } else {
            queue.append(item)
        }
    }

    /// Gives names their turn behind every key that is dirty now; `holding`: later.
    mutating func enqueue(following names: [NodeName], holding: Bool) {
        heldNames += names
        if holding || heldNames.isEmpty { return }
        for name in heldNames { following[name, default: 0] += 1 }
        queue.append(.follow(heldNames))
        heldNames = []
    }

    /// The names whose last turn this is: one that changed again meanwhile has another behind the keys that were dirty
    /// then.
    mutating func takeFollowing(_ names: [NodeName]) -> [NodeName] {
        names.filter { name in
            let left = (following[name] ?? 1) - 1
            following[name] = left > 0 ? left : nil
            return left <= 0
        }
    }

    mutating func pop() -> Item? {
        guard head < queue.count else { return nil }
        let item = queue[head]
        head += 1
        if head == queue.count {
            queue.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 4096, head * 2 > queue.count {
            queue.removeFirst(head)
            head = 0
        }
        return item
    }

    mutating func takePending(_ index: KeyIndex) -> (what: Pending, reason: Reason) {
        let what = pending[Int(index)]
        pending[Int(index)] = []
        return (what, reasons.isEmpty ? .published : reasons.removeValue(forKey: index) ?? .published)
    }

    /// The key's id in this session; new ones are announced once.
    mutating func id(of index: KeyIndex) -> (id: UInt32, isNew: Bool) {
        let key = Int(index)
        if key >= ids.count { ids.append(contentsOf: repeatElement(-1, count: key + 1 - ids.count)) }
        if ids[key] >= 0 { return (UInt32(ids[key]), false) }
        let id: UInt32
        if let reused = freeIDs.popLast() {
            id = reused
        } else {
            id = nextID
            nextID += 1
        }
        ids[key] = Int64(id)
        return (id, true)
    }

    /// The key leaves memory: its id is free once the parent has been told.
    mutating func release(_ index: KeyIndex) {
        let key = Int(index)
        if key < pending.count { pending[key] = [] }
        guard key < ids.count, ids[key] >= 0 else { return }
        releasedIDs.append(UInt32(ids[key]))
        ids[key] = -1
    }

    mutating func takeReleased() -> [UInt32] {
        defer { releasedIDs.removeAll() }
        freeIDs.append(contentsOf: releasedIDs)
        return releasedIDs
    }

    mutating func tie(_ waits: [Wait], to sequence: UInt64) { tied.append((sequence, waits)) }

    mutating func takeCovered(by watermark: UInt64) -> [Wait] {
        let covered = tied.prefix { $0.sequence <= watermark }
        tied.removeFirst(covered.count)
        return covered.flatMap { $0.waits }
    }
}
