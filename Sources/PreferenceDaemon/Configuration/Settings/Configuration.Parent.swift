extension Configuration {
    /// `[parent]`: where this node's reduced values go.
    package struct Parent: Hashable, Sendable {
        /// In the order in which they are tried; this version knows exactly one.
        package let endpoints: [Endpoint]
    }
}
