import Preferences

/// What a node last had to complain of, one thing for each concern, until that is over.
struct Troubles: Sendable {
    enum Concern: Hashable, Sendable {
        case parent
        case catalog
        case disk
        /// The node was asleep and waits for its children.
        case sleep
        case configuration
        /// Connections cannot be taken.
        case transport
        /// A child or client, or who would be one.
        case peer
        /// A name that stands twice in the tree.
        case name
    }

    struct Note: Hashable, Sendable {
        let message: String
        let time: WallTime
        /// Whom it is about, where a concern has many.
        let subject: String
    }

    private var notes: [Concern: Note] = [:]
    /// Whether there was ever anything to complain of.
    private(set) var hasBeenAny = false

    mutating func note(_ message: String, _ concern: Concern, of subject: String = "", at time: WallTime) {
        notes[concern] = Note(message: message, time: time, subject: subject)
        hasBeenAny = true
    }

    /// A concern is over; where it has many subjects, that of one.
    mutating func settle(_ concern: Concern, of subject: String = "") {
        if notes[concern]?.subject == subject { notes[concern] = nil }
    }

    /// The newest that is not over.
    var last: Note? {
        notes.values.max { ($0.time.microseconds, $0.message) < ($1.time.microseconds, $1.message) }
    }
}

/// Lets a line through for the first refusal of a peer, and for each change of its reason: it asks again and again.
struct RefusalsTold: Sendable {
    /// A refusal that goes on is told again after this.
    private static let pause = Interval.seconds(600)
    private static let capacity = 256

    private var told: [String: (code: Refusal.Code, at: Instant)] = [:]

    mutating func isNews(_ code: Refusal.Code, of peer: String, at now: Instant) -> Bool {
        if let last = told[peer], last.code == code, now.since(last.at) < RefusalsTold.pause { return false }
        if told.count >= RefusalsTold.capacity, told[peer] == nil { told.removeAll() }
        told[peer] = (code, now)
        return true
    }

    /// It is admitted.
    mutating func forget(_ peer: String) { told[peer] = nil }
}
