package import Preferences

/// How the sender of a roster sees one node below it.
package enum Presence: UInt8, Worded, Sendable {
    /// Attached, not yet counted: expected, and missing until its first snapshot has been swapped in.
    case pending = 0
    case live = 1
    case stale = 2
    case missing = 3

    /// Whether it says more of a node's contributions than another one does: live that they are there, stale that they
    /// were.
    func vouches(moreThan other: Presence) -> Bool { weight > other.weight }

    private var weight: Int {
        switch self {
        case .pending, .missing: 0
        case .stale: 1
        case .live: 2
        }
    }
}

/// A name together with the claim it stands for; a grant names exactly one claim (protocol R11).
package struct EntryReference: Hashable, Sendable {
    package var name: NodeName
    package var id: UInt64

    package init(name: NodeName, id: UInt64) {
        self.name = name
        self.id = id
    }
}

/// One node in the roster that a child sends its parent.
package struct RosterEntry: Hashable, Sendable {
    package var name: NodeName
    /// The claim: random, new whenever the node takes a new place.
    package var id: UInt64
    /// The node it is attached to; nil for the sender itself.
    package var parent: NodeName?
    /// Whether its contributions are in the sender's partials.
    package var counted: Bool
    package var presence: Presence

    package init(name: NodeName, id: UInt64, parent: NodeName?, counted: Bool, presence: Presence) {
        self.name = name
        self.id = id
        self.parent = parent
        self.counted = counted
        self.presence = presence
    }

    package var reference: EntryReference { EntryReference(name: name, id: id) }
}

/// A part of a roster: what is new or changed and what is gone.
package struct RosterFrame: Hashable, Sendable {
    package var entries: [RosterEntry]
    package var removed: [EntryReference]
    /// Set on the last frame of the first, whole roster of a session: the verdict follows.
    package var complete: Bool

    package init(entries: [RosterEntry], removed: [EntryReference], complete: Bool) {
        self.entries = entries
        self.removed = removed
        self.complete = complete
    }
}

/// The parent's answer for one entry of a roster.
package struct Verdict: Hashable, Sendable {
    package var entry: EntryReference
    /// Nil: accepted. Else the path of the node that owns the name; the entry is to be uncounted until granted.
    package var owner: String?

    package init(entry: EntryReference, owner: String?) {
        self.entry = entry
        self.owner = owner
    }
}
