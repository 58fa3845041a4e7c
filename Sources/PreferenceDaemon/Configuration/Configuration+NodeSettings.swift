package import PreferenceTree

extension Configuration {
    /// What the node of this daemon is told at its start and at a reload.
    package var nodeSettings: NodeSettings {
        var settings = NodeSettings(
            tree: node.tree, name: node.name, hasParent: !isRoot, acceptsChildren: !isLeaf)
        settings.rank = node.rank
        settings.isEphemeral = node.ephemeral
        settings.expected = node.expected
        settings.forgetAfter = node.forgetAfter
        settings.timing = timing
        settings.limits = limits
        settings.address = (listen.children.first ?? listen.clients.first)?.description ?? ""
        settings.parentAddress = parent?.endpoints.first?.description ?? ""
        return settings
    }
}
