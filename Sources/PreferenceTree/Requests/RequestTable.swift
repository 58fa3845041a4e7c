import Preferences

/// Where a request came from and where its answer goes.
enum Asker: Hashable, Sendable {
    case below(LinkID)
    case above
    /// The process around the node, which reads configurations.
    case shell
}

/// Requests that this node has passed on, and answers that it is putting together (R16).
struct RequestTable: Sendable {
    struct Forwarded: Sendable {
        let asker: Asker
        let id: UInt64
        let to: Asker
        let deadline: Instant
    }

    /// An answer with one part per child: sent when all have come, or at the deadline without those missing.
    struct Gathering: Sendable {
        let asker: Asker
        let id: UInt64
        let verb: RequestVerb
        let deadline: Instant
        var body: ValueMap
        /// By the child's name, in the order in which they belong into `children`.
        var parts: [(name: String, part: Value)]
        var waiting: Set<String>
        /// Children that are attached and cannot be asked, or were lost before they answered.
        var unreachable: Set<String> = []
    }

    private(set) var lastID: UInt64 = 0
    var forwarded: [UInt64: Forwarded] = [:]
    var gatherings: [UInt64: Gathering] = [:]
    /// The child that a gathering's sub-request went to.
    var parts: [UInt64: String] = [:]

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    func open(from asker: Asker) -> Int {
        forwarded.values.count { $0.asker == asker } + gatherings.values.count { $0.asker == asker }
    }
}
