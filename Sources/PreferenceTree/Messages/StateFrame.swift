package import Preferences

/// Why a value changed (semantics N5). Reasons inform; nothing depends on them.
package enum Reason: UInt8, Worded, Sendable {
    case published = 0
    case retracted = 1
    case expired = 2
    case lost = 3
    case returned = 4
    case moved = 5
    case refused = 6
    case policy = 7
    case pin = 8
    case unpin = 9
    case state = 10
    case snapshot = 11
}

/// The state of a partial that travels upward with it (C3).
package struct TravellingState: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let syncing = TravellingState(rawValue: 1)
    package static let quarantined = TravellingState(rawValue: 2)
    package static let truncated = TravellingState(rawValue: 4)
}

/// Contributions of a child node, in columns: key ids beside values, so that a numeric update is a few bytes.
///
/// A key's name is sent once per session, in `names`, before its id is used. Ids count up from 0; a released id
/// may be given to another key. Columns of one frame never name a key twice.
package struct StateFrame: Hashable, Sendable {
    /// Where a frame stands in a snapshot: between begin and end everything belongs to the new generation.
    package struct Marks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let begin = Marks(rawValue: 1)
        package static let end = Marks(rawValue: 2)
        /// All keys whose definition changed have been sent again under `catalogHash` (R10).
        package static let settled = Marks(rawValue: 4)
    }

    package struct Name: Hashable, Sendable {
        package var id: UInt32
        package var key: Key

        package init(id: UInt32, key: Key) {
            self.id = id
            self.key = key
        }
    }

    /// A partial that is not one number; nil: nothing to fold, though sources stand behind it.
    package struct Other: Hashable, Sendable {
        package var id: UInt32
        package var partial: Partial?

        package init(id: UInt32, partial: Partial?) {
            self.id = id
            self.partial = partial
        }
    }

    package struct Removal: Hashable, Sendable {
        package var id: UInt32
        package var reason: Reason

        package init(id: UInt32, reason: Reason) {
            self.id = id
            self.reason = reason
        }
    }

    /// The travelling state of one key with its causes, such as `quarantined /dc1/rack3:cpu0`.
    package struct Condition: Hashable, Sendable {
        package var id: UInt32
        package var state: TravellingState
        package var causes: [String]

        package init(id: UInt32, state: TravellingState, causes: [String]) {
            self.id = id
            self.state = state
            self.causes = causes
        }
    }

    package var marks: Marks = []
    /// The catalog under which every partial of this frame was made.
    package var catalogHash: UInt64 = 0
    package var names: [Name] = []
    package var released: [UInt32] = []
    package var floatIDs: [UInt32] = []
    package var floats: [Double] = []
    package var intIDs: [UInt32] = []
    package var ints: [Int64] = []
    package var others: [Other] = []
    package var removals: [Removal] = []
    /// How many live and stale sources stand behind a partial, sent when they change (R17).
    package var coverageIDs: [UInt32] = []
    package var liveSources: [UInt32] = []
    package var staleSources: [UInt32] = []
    package var conditions: [Condition] = []
    /// Why the keys of this frame that are neither removals nor plain publications changed, by id.
    package var reasons: [Removal] = []

    package init() {}

    package var isEmpty: Bool {
        marks.isEmpty && names.isEmpty && released.isEmpty && floatIDs.isEmpty && intIDs.isEmpty && others.isEmpty
            && removals.isEmpty && coverageIDs.isEmpty && conditions.isEmpty && reasons.isEmpty
    }

    /// Empties every column and keeps its memory, for the next frame.
    package mutating func removeAll() {
        marks = []
        catalogHash = 0
        names.removeAll(keepingCapacity: true)
        released.removeAll(keepingCapacity: true)
        floatIDs.removeAll(keepingCapacity: true)
        floats.removeAll(keepingCapacity: true)
        intIDs.removeAll(keepingCapacity: true)
        ints.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
        removals.removeAll(keepingCapacity: true)
        coverageIDs.removeAll(keepingCapacity: true)
        liveSources.removeAll(keepingCapacity: true)
        staleSources.removeAll(keepingCapacity: true)
        conditions.removeAll(keepingCapacity: true)
        reasons.removeAll(keepingCapacity: true)
    }
}
