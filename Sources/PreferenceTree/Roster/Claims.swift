import Preferences

/// Who owns a name below a node (protocol R11).
///
/// Terms
/// - *claim*: the one entry of a name that this node stands for, with the direct child it came through. Granted:
///   a node that owns the name, or the top, has admitted it, so that it may be counted.
/// - *waiting*: an entry of the same name that came through another child. It is kept and not folded; it takes
///   the name when the claim is dropped.
///
/// This version has no RELEASE: a claim ends only by drain, forget, refusal or the end of its session before it
/// was counted.
struct Claims: Sendable {
    struct Claim: Sendable {
        var branch: NodeName
        var id: UInt64
        var isGranted: Bool
        var waiting: [Waiting] = []
    }

    struct Waiting: Sendable, Equatable {
        var branch: NodeName
        var id: UInt64
    }

    enum Outcome: Equatable, Sendable {
        /// The entry holds the name: granted, or until the top has answered.
        case held(isGranted: Bool)
        /// Another branch, or this node itself, owns the name.
        case owned
    }

    private(set) var byName: [NodeName: Claim] = [:]

    subscript(name: NodeName) -> Claim? { byName[name] }

    /// Enters one entry of a branch. `isTop`: this node grants what nobody else owns.
    mutating func enter(_ entry: EntryReference, branch: NodeName, isTop: Bool) -> Outcome {
        guard var claim = byName[entry.name] else {
            byName[entry.name] = Claim(branch: branch, id: entry.id, isGranted: isTop)
            return .held(isGranted: isTop)
        }
        if claim.branch == branch {
            claim.id = entry.id
            if isTop { claim.isGranted = true }
            byName[entry.name] = claim
            return .held(isGranted: claim.isGranted)
        }
        claim.waiting.removeAll { $0.branch == branch }
        claim.waiting.append(Waiting(branch: branch, id: entry.id))
        byName[entry.name] = claim
        return .owned
    }

    /// Enters what the disk says was counted before this start.
    mutating func restore(_ name: NodeName, id: UInt64, branch: NodeName, isGranted: Bool) {
        byName[name] = Claim(branch: branch, id: id, isGranted: isGranted)
    }

    /// A grant came from above. Nil: the entry it names is not the one that stands here.
    mutating func grant(_ entry: EntryReference) -> NodeName? {
        guard var claim = byName[entry.name], claim.id == entry.id else { return nil }
        claim.isGranted = true
        byName[entry.name] = claim
        return claim.branch
    }

    /// This node has become the top: what waits for an answer from above is granted here.
    mutating func grantAll() -> [EntryReference] {
        var granted: [EntryReference] = []
        for (name, claim) in byName.sorted(by: { $0.key < $1.key }) where !claim.isGranted {
            byName[name]?.isGranted = true
            granted.append(EntryReference(name: name, id: claim.id))
        }
        return granted
    }

    /// A verdict from above says that another branch of the tree owns the name.
    mutating func ungrant(_ entry: EntryReference) -> NodeName? {
        guard var claim = byName[entry.name], claim.id == entry.id else { return nil }
        claim.isGranted = false
        byName[entry.name] = claim
        return claim.branch
    }

    /// Every name that a branch holds or waits for, sorted.
    func names(of branch: NodeName) -> [NodeName] {
        byName.filter { $0.value.branch == branch || $0.value.waiting.contains { $0.branch == branch } }.map { $0.key }
            .sorted()
    }

    /// Drops what a branch says of a name; the first that waits takes its place and is returned.
    mutating func drop(_ name: NodeName, branch: NodeName, isTop: Bool) -> Waiting? {
        guard var claim = byName[name] else { return nil }
        claim.waiting.removeAll { $0.branch == branch }
        guard claim.branch == branch else {
            byName[name] = claim
            return nil
        }
        guard let next = claim.waiting.first else {
            byName[name] = nil
            return nil
        }
        byName[name] = Claim(
            branch: next.branch, id: next.id, isGranted: isTop, waiting: Array(claim.waiting.dropFirst()))
        return next
    }
}
