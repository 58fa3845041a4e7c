import Preferences

/// The values that one node last told its subscribers, with their revisions: the node's own, or at another node
/// the mirror of the root's (N9).
struct Board: Sendable {
    private(set) var epoch: UInt64
    private(set) var revision: UInt64 = 0
    private(set) var indices: [Key: Int32] = [:]
    private(set) var records: [Record?] = []
    private var free: [Int32] = []
    /// Keys that left the board, oldest first, and the revision below which none is remembered (R15).
    private var removals: [(revision: UInt64, key: Key)] = []
    private(set) var floor: UInt64 = 0

    init(epoch: UInt64) { self.epoch = epoch }

    subscript(index: Int32) -> Record? { records[Int(index)] }

    func index(of key: Key) -> Int32? { indices[key] }

    /// The present record of a key.
    func record(of key: Key) -> Record? { indices[key].flatMap { records[Int($0)] } }

    /// Draws the next revision, for a change that subscribers are told.
    mutating func nextRevision() -> UInt64 {
        revision += 1
        return revision
    }

    @discardableResult
    mutating func put(_ record: Record) -> Int32 {
        if let index = indices[record.key] {
            records[Int(index)] = record
            return index
        }
        let index: Int32
        if let reused = free.popLast() {
            index = reused
            records[Int(index)] = record
        } else {
            index = Int32(records.count)
            records.append(record)
        }
        indices[record.key] = index
        return index
    }

    /// Takes a key off a mirror, which nobody resumes from.
    mutating func discard(_ key: Key) {
        guard let index = indices.removeValue(forKey: key) else { return }
        records[Int(index)] = nil
        free.append(index)
    }

    /// Takes a key off the board; resuming subscribers are told so while it is remembered.
    mutating func remove(_ key: Key, remembering limit: Int) {
        guard let index = indices.removeValue(forKey: key) else { return }
        records[Int(index)] = nil
        free.append(index)
        removals.append((nextRevision(), key))
        if removals.count > 2 * limit {
            floor = removals[removals.count - limit - 1].revision
            removals.removeFirst(removals.count - limit)
        }
    }

    /// Begins anew under another epoch: the answering node has restarted.
    mutating func restart(epoch: UInt64) { self = Board(epoch: epoch) }

    mutating func advance(to revision: UInt64) { self.revision = max(self.revision, revision) }

    /// Keys removed after a revision and not put back since; nil: below the floor, so that only a snapshot helps.
    func removed(after revision: UInt64) -> [Key]? {
        if revision < floor { return nil }
        return removals.filter { $0.revision > revision && indices[$0.key] == nil }.map { $0.key }
    }
}
