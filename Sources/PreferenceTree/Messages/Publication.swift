package import Preferences

/// How long a contribution is to live; nil where the definition decides.
package enum Lifetime: Hashable, Sendable {
    case durable
    /// Ends when not stated again for this long; nil: the definition's lease.
    case ttl(Interval?)
    case volatile
    case held

    package var kind: LifetimeKind {
        switch self {
        case .durable: .durable
        case .ttl: .ttl
        case .volatile: .volatile
        case .held: .held
        }
    }
}

/// One thing that a client says about one source of one key.
package struct Statement: Hashable, Sendable {
    package enum Operation: Hashable, Sendable {
        case publish(Value)
        case retract
    }

    package var operation: Operation
    package var key: String
    package var source: String
    package var rank: Int32
    /// Nil: as the definition says, durable where it admits that.
    package var lifetime: Lifetime?
    /// Take a source over that another client holds.
    package var take: Bool

    package init(
        operation: Operation, key: String, source: String, rank: Int32 = 0, lifetime: Lifetime? = nil,
        take: Bool = false
    ) {
        self.operation = operation
        self.key = key
        self.source = source
        self.rank = rank
        self.lifetime = lifetime
        self.take = take
    }
}

/// A batch of statements of one client. Each stands alone: a refused one does not hold up the others.
package struct PublishFrame: Hashable, Sendable {
    /// Ends a stream: every contribution at the node whose source is `source`, or begins with it followed by `{`,
    /// and that no statement of this `stream` named, is retracted in one step.
    package struct Replacement: Hashable, Sendable {
        package var source: String
        package var stream: UInt64

        package init(source: String, stream: UInt64) {
            self.source = source
            self.stream = stream
        }
    }

    /// Names the batch in the answer.
    package var id: UInt64
    package var statements: [Statement]
    /// Ask for a second answer once the root has applied the batch (R8).
    package var confirmAtRoot: Bool
    /// The stream that the statements belong to; 0: none.
    package var stream: UInt64
    package var replacement: Replacement?
    /// The client has stated everything it holds again: what it held before and did not state goes.
    package var restated: Bool

    package init(
        id: UInt64, statements: [Statement], confirmAtRoot: Bool = false, stream: UInt64 = 0,
        replacement: Replacement? = nil, restated: Bool = false
    ) {
        self.id = id
        self.statements = statements
        self.confirmAtRoot = confirmAtRoot
        self.stream = stream
        self.replacement = replacement
        self.restated = restated
    }
}

/// What became of a batch.
package struct PublishedFrame: Hashable, Sendable {
    package enum Stage: UInt8, Sendable {
        /// Committed, folded at this node.
        case node = 0
        /// Applied at the root, or at the node that absorbs it.
        case root = 1
    }

    package struct Failure: Hashable, Sendable {
        /// The statement's position in the batch.
        package var index: UInt32
        package var fault: RequestFault

        package init(index: UInt32, fault: RequestFault) {
            self.index = index
            self.fault = fault
        }
    }

    package var id: UInt64
    package var stage: Stage
    package var failures: [Failure]
    /// How many contributions existed and were retracted, by statements and by the replacement.
    package var retracted: UInt32

    package init(id: UInt64, stage: Stage, failures: [Failure] = [], retracted: UInt32 = 0) {
        self.id = id
        self.stage = stage
        self.failures = failures
        self.retracted = retracted
    }
}

/// A held contribution that its client holds no more, because another client has taken it over or ended it.
package struct TakenSource: Hashable, Sendable {
    package var key: String
    package var source: String
    /// Who took it, for people.
    package var by: String

    package init(key: String, source: String, by: String) {
        self.key = key
        self.source = source
        self.by = by
    }
}
