import PreferenceTree
import Preferences

/// What one session of a child has said so far, in the order in which its parent applies it (protocol R11).
///
/// A simulated text names the node that it was stated at, so that who stands behind a partial can be read off the
/// partial itself: at every moment these names are among those that the session's roster counts.
struct RosterLedger {
    private var session: UInt64 = 0
    /// The number of the last frame up; what comes after a gap is applied by nobody.
    private var sequence: UInt64 = 0
    private var counted: Set<String> = []
    /// By key id: who stands behind the partial that was sent last.
    private var behind: [UInt32: Set<Int>] = [:]
    /// The catalog that the parent has sent and the child has not marked yet: of the keys that it defines otherwise
    /// the parent has dropped what the child sent, and the child sends nothing until it has marked (L9, R10).
    private var awaited: UInt64?

    init(session: UInt64 = 0, awaited: UInt64? = nil) {
        self.session = session
        self.awaited = awaited
    }

    /// Takes in a frame on its way up, or a catalog on its way down; what it breaks, in words.
    mutating func note(_ frame: Frame, name: (Int) -> String) -> String? {
        if case .catalog(let catalog) = frame.message {
            awaited = catalog.hash
            return nil
        }
        guard frame.message.isSequenced else { return nil }
        enter(frame.session)
        guard frame.sequence == sequence + 1 else { return nil }
        sequence = frame.sequence
        switch frame.message {
        case .roster(let roster):
            for entry in roster.entries {
                if entry.counted { counted.insert(entry.name.text) } else { counted.remove(entry.name.text) }
            }
            for gone in roster.removed { counted.remove(gone.name.text) }
            if awaited != nil { return nil }
            return objection(to: behind.values, name)
        case .state(let state):
            if state.marks.contains(.begin) { behind = [:] }
            if state.marks.contains(.settled), state.catalogHash == awaited {
                behind = [:]
                awaited = nil
            }
            return note(state, name)
        default: return nil
        }
    }

    private mutating func enter(_ number: UInt64) {
        if session == number { return }
        self = RosterLedger(session: number, awaited: awaited)
    }

    private mutating func note(_ state: StateFrame, _ name: (Int) -> String) -> String? {
        for removal in state.removals { behind[removal.id] = nil }
        var changed: [Set<Int>] = []
        for other in state.others {
            let texts = RosterLedger.texts(of: other.partial)
            behind[other.id] = nil
            if texts.isEmpty { continue }
            if let doubled = LivingSources.repeated(texts.map { .text($0) }) { return "counts \(doubled) twice" }
            let nodes = Set(texts.compactMap(RosterLedger.node))
            behind[other.id] = nodes
            changed.append(nodes)
        }
        return objection(to: changed, name)
    }

    private func objection(to partials: some Sequence<Set<Int>>, _ name: (Int) -> String) -> String? {
        for nodes in partials {
            for node in nodes where !counted.contains(name(node)) {
                return "has something of \(name(node)) in its partials and does not count it"
            }
        }
        return nil
    }

    private static func texts(of partial: Partial?) -> [String] {
        switch partial {
        case .value(.text(let text))?: text.split(separator: ",").map { String($0) }
        case .value(.list(let members))?: members.compactMap { if case .text(let text) = $0 { text } else { nil } }
        default: []
        }
    }

    /// The node in `letter~key/node.source~number`.
    private static func node(of text: String) -> Int? {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return Int(text[text.index(after: slash)...].prefix { $0 != "." })
    }
}
