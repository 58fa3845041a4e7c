package import PreferenceTree
package import Preferences

/// What a daemon runs by: one checked configuration, with every default filled in.
package struct Configuration: Sendable {
    package let node: Node
    package let listen: Listen
    /// Nil: this node is the root.
    package let parent: Parent?
    package let timing: Timing
    package let limits: Limits
    /// Empty on a node with a parent, which is told it from above.
    package let catalog: Catalog
    /// The files it was read from, the main one first, as they were named.
    package let files: [String]

    package var isRoot: Bool { parent == nil }
    package var isLeaf: Bool { listen.children.isEmpty }
}
