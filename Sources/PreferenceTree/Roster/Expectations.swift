import Preferences

/// Names that some node below is configured to expect and that nobody has been seen under (semantics C2).
///
/// An expectation is an entry without an id: it owns no name, is never granted, and gives way to whoever attaches.
struct Expectations: Sendable {
    /// By name, the direct children through which the expectation came, sorted.
    private var branches: [NodeName: [NodeName]] = [:]
    /// Expected here by configuration, and drained or forgotten since: seen once, so not expected any more.
    var dismissed: Set<NodeName> = []

    /// The id of an entry that stands for no node.
    static let noID: UInt64 = 0

    func branch(of name: NodeName) -> NodeName? { branches[name]?.first }

    func names(of branch: NodeName) -> [NodeName] {
        branches.filter { $0.value.contains(branch) }.map { $0.key }.sorted()
    }

    mutating func add(_ name: NodeName, branch: NodeName) {
        var all = branches[name] ?? []
        if !all.contains(branch) { all.append(branch) }
        branches[name] = all.sorted()
    }

    mutating func remove(_ name: NodeName, branch: NodeName) {
        branches[name]?.removeAll { $0 == branch }
        if branches[name]?.isEmpty == true { branches[name] = nil }
    }
}
