extension Configuration {
    /// `[listen]`: where clients and child nodes come in.
    package struct Listen: Hashable, Sendable {
        package let clients: [Endpoint]
        /// Empty at a leaf.
        package let children: [Endpoint]
    }
}
