package import Preferences

extension Configuration {
    /// `[node]`: who this daemon is.
    package struct Node: Hashable, Sendable {
        package let name: NodeName
        /// Nodes of another tree are refused.
        package let tree: String
        package let rank: Int32
        /// Absolute.
        package let dataDirectory: String
        /// Whether SIGTERM means leaving for good.
        package let ephemeral: Bool
        /// Children that should be there, even if never seen.
        package let expected: [NodeName]
        /// How long a missing node stays in the roster; nil: until it is forgotten by hand.
        package let forgetAfter: Interval?
    }
}
