import PreferenceTree
import Preferences

/// What this client holds at its node: the accepted held statements, one for each contribution.
///
/// A node forgets them with the session; they are stated again after every re-attach.
struct HeldStatements: Sendable {
    private var statements: [ContributionName: Statement] = [:]
    /// Whether anything was ever held, so that the node may still wait for it to be stated again.
    private(set) var hasEverHeld = false

    var isEmpty: Bool { statements.isEmpty }

    /// Statements are on their way.
    mutating func note(_ coming: [Statement]) {
        hasEverHeld = hasEverHeld || coming.contains { $0.lifetime == .held }
    }

    /// The node has taken these in; what it now has under a name without being held is held no more.
    mutating func accept(_ accepted: [Statement]) {
        for statement in accepted {
            let name = ContributionName(statement)
            if statement.lifetime == .held, case .publish = statement.operation {
                statements[name] = statement
            } else if hasEverHeld {
                statements[name] = nil
            }
        }
    }

    /// The node would not take this one again.
    mutating func drop(_ statement: Statement) { statements[ContributionName(statement)] = nil }

    /// Removes and returns what is held under a name.
    mutating func take(key: String, source: String) -> Statement? {
        statements.removeValue(forKey: ContributionName(key: key, source: source))
    }

    /// Everything held, in the order of names, in parts of at most `count` statements and about `cost` bytes.
    ///
    /// Nothing is taken over from another client again: what it took meanwhile is its own.
    func chunks(count: Int, cost: Int) -> [[Statement]] {
        var chunks: [[Statement]] = []
        var room = 0
        for (_, statement) in statements.sorted(by: { $0.key < $1.key }) {
            var statement = statement
            statement.take = false
            let size = Message.publish(PublishFrame(id: 0, statements: [statement])).cost
            if room < size || (chunks.last?.count ?? count) >= count {
                chunks.append([])
                room = cost
            }
            chunks[chunks.count - 1].append(statement)
            room -= size
        }
        return chunks
    }
}
