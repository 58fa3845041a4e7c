import Preferences

/// Where a key stands in a node's tables. Reused once the key has left memory.
typealias KeyIndex = Int32

/// Who stands behind one slot of a fold.
enum Contributor: Hashable, Sendable {
    /// A direct child, by its position in the node's child table.
    case child(Int32)
    /// A source of this node, by its position in the source table.
    case source(Int32)
}

/// What the node knows about one contribution besides its partial.
struct SlotInfo: Sendable {
    var contributor: Contributor
    /// Sources behind the contribution that its child calls live and stale.
    var live: UInt32
    var stale: UInt32
    /// Whether the child itself is stale, so that all of them count as stale here.
    var isStale = false
    var state: TravellingState = []
    /// This node itself refuses the partial: the quarantine ends with the next one that it admits.
    var isRefusedHere = false
    /// The key is one too many for its child: quarantined whatever comes (`keys_per_child`).
    var isSurplus = false

    var staleHere: UInt32 { isStale ? live &+ stale : stale }
}

/// What a key came to at the last flush: what the parent is sent and readers are told.
struct KeyOutput: Equatable, Sendable {
    var partial: Partial?
    var state: TravellingState = []
    var sources: UInt32 = 0
    var staleSources: UInt32 = 0

    /// Whether anything at all stands here: a partial, or sources that give none.
    var isEmpty: Bool { partial == nil && sources == 0 && state.isEmpty }
}

/// A definition shared by all keys under its pattern.
final class SharedDefinition: Sendable {
    let definition: Definition
    let fingerprint: UInt64

    init(_ definition: Definition) {
        self.definition = definition
        fingerprint = definition.fingerprint
    }
}

/// One key at one node: its fold, who contributes, and what it last came to.
struct KeyState: Sendable {
    let key: Key
    /// Nil: no definition covers the key (any more); contributions are kept and not folded.
    var shared: SharedDefinition?
    /// The catalog generation that gave the key its present fold; partials of an older one are not its own (R10).
    var definedAt: UInt32
    var fold: KeyFold
    /// By slot of the fold.
    var slots: [SlotInfo] = []
    /// Why contributions are quarantined or truncated, by slot; empty for a healthy key.
    var causes: [Int32: [String]] = [:]
    var sources: UInt32 = 0
    var staleSources: UInt32 = 0
    var quarantined: Int32 = 0
    var truncated: Int32 = 0
    /// In the node's list of keys to fold at the next flush.
    var isDirty = false
    /// A changed definition is not settled: the old output stands (L9).
    var isHeld = false
    /// The newest reason since the last flush.
    var reason = Reason.published
    var output = KeyOutput()
    /// Sessions that map an id to the key and subscriptions that name it; while there is one the key stays.
    var references: Int32 = 0
    /// Since when nothing stands behind the key; nil while something does.
    var idleSince: Instant?

    init(key: Key, shared: SharedDefinition?, definedAt: UInt32) {
        self.key = key
        self.shared = shared
        self.definedAt = definedAt
        fold = KeyFold(definition: shared?.definition ?? KeyState.undeclared)
        let definition = shared?.definition
        let takesNumbers =
            switch definition?.policy {
            case .first, .last, .min, .max, .sum, .mean: true
            default: false
            }
        admitsFloat = takesNumbers && (definition?.type == .float || definition?.type == .any)
        let takesIntegers = definition?.type == .int || definition?.type == .any || definition?.policy == .sum
        admitsInt = (takesNumbers && takesIntegers) || definition?.policy == .count
    }

    var definition: Definition? { shared?.definition }

    /// Whether the key's contributions are folded at all.
    var isFoldable: Bool { shared.map { $0.definition.unsupported == nil } ?? false }

    /// How many slots are taken.
    var contributions: Int32 = 0
    /// Whether a float, or an int, of a column is a legal partial here.
    let admitsFloat: Bool
    let admitsInt: Bool

    /// Every cause behind the key, at most `limit`, sorted so that the same set reads the same everywhere.
    func causes(limit: Int) -> [String] {
        causes.isEmpty ? [] : Array(Set(causes.values.joined()).sorted(by: Bytewise.precedes).prefix(limit))
    }

    /// Stands in for a missing definition; nothing is ever set in its fold.
    private static let undeclared = Definition(
        pattern: .prefix(""), type: .any, policy: .first, defaultValue: .null)
}
