/// The nodes that keep a value from being complete, by path.
package struct NodeTrouble: Hashable, Sendable {
    package var stale: [String] = []
    package var missing: [String] = []
    /// Expected by configuration, never attached.
    package var neverSeen: [String] = []

    package init() {}

    package var isEmpty: Bool { stale.isEmpty && missing.isEmpty && neverSeen.isEmpty }
}
