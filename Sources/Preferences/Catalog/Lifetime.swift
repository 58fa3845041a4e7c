/// How long a contribution lives (semantics §5).
package enum LifetimeKind: String, CaseIterable, Sendable {
    /// On disk until retracted.
    case durable
    /// Until not refreshed for its lease.
    case ttl
    /// Until the leaf process ends.
    case volatile
    /// Until the client's connection ends.
    case held

    /// Whether a node keeps it on its disk.
    package var isWritten: Bool { self != .volatile }
}
