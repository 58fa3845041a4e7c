package import PreferenceTree
import Preferences

/// Statements that are sent and answered together.
package struct Batch: Sendable {
    package var statements: [Statement]
    /// Ask for a second outcome once the root has applied them.
    package var confirmAtRoot: Bool
    /// The stream they belong to, which `replacement` ends; 0: none.
    ///
    /// Batches of a stream are stated again with it after every loss, because a restarted node no longer knows what
    /// the stream named.
    package var stream: UInt64
    package var replacement: PublishFrame.Replacement?

    package init(
        _ statements: [Statement], confirmAtRoot: Bool = false, stream: UInt64 = 0,
        replacement: PublishFrame.Replacement? = nil
    ) {
        self.statements = statements
        self.confirmAtRoot = confirmAtRoot
        self.stream = stream
        self.replacement = replacement
    }
}

extension Batch {
    /// What it is, for a message about the whole.
    var what: String {
        let isRetraction = statements.allSatisfy { if case .retract = $0.operation { true } else { false } }
        return isRetraction ? "the retraction" : "the publication"
    }
}

/// What became of a batch, once per stage.
package struct PublishOutcome: Hashable, Sendable {
    package var id: UInt64
    package var stage: PublishedFrame.Stage
    /// By position in the batch as it was given.
    package var failures: [PublishedFrame.Failure]
    package var retracted: UInt32
}

/// A contribution of this client's node, by its names' bytes.
struct ContributionName: Hashable, Comparable {
    let key: String
    let source: String

    init(key: String, source: String) {
        self.key = key
        self.source = source
    }

    init(_ statement: Statement) { self.init(key: statement.key, source: statement.source) }

    static func == (left: Self, right: Self) -> Bool {
        Bytewise.equal(left.key, right.key) && Bytewise.equal(left.source, right.source)
    }

    static func < (left: Self, right: Self) -> Bool {
        Bytewise.equal(left.key, right.key)
            ? Bytewise.precedes(left.source, right.source) : Bytewise.precedes(left.key, right.key)
    }

    func hash(into hasher: inout Hasher) {
        Bytewise.hash(key, into: &hasher)
        Bytewise.hash(source, into: &hasher)
    }
}
