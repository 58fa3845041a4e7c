/// What one `[keys."…"]` table says: one definition for the whole tree.
package struct Definition: Hashable, Sendable {
    /// The largest partial of a growing policy unless `max_bytes` says otherwise, in bytes of canonical encoding.
    package static let defaultMaximumBytes = 256 * 1024

    package var pattern: KeyPattern
    package var type: ValueType
    package var policy: Policy
    /// What a reader sees where nothing is present.
    package var defaultValue: Value
    package var nullable = false
    /// Another name for an exact key, resolved where a caller names it.
    package var alias: Key?
    /// The lifetimes a publication may have; never empty.
    package var lifetimes: Set<LifetimeKind> = Set(LifetimeKind.allCases)
    /// The default lease of a `ttl` publication, and the longest.
    package var ttl: Interval?
    /// How long a lost contribution stays; the node's own `grace` where the key says nothing.
    package var grace: Interval?
    /// `concat` only: stands between present texts.
    package var separator = ""
    package var maximumBytes = Definition.defaultMaximumBytes
    /// Patterns only: how many keys may exist under it at one node.
    package var maximumKeys: Int?
    package var unit: String?
    package var summary: String?
    /// What of the definition this version does not know, in words; nil for one it can fold.
    ///
    /// Such a key is absent and degraded here (semantics L10), while its definition goes on down the tree unchanged.
    package internal(set) var unsupported: String?
    /// The definition as it came, where this version would write it otherwise: members that another version added.
    var received: ValueMap?

    /// Without a default the policy's natural one; either way as the type of the lowered value has it, so that the
    /// default of a float sum is `0.0`.
    package init(pattern: KeyPattern, type: ValueType, policy: Policy, defaultValue: Value? = nil) {
        self.pattern = pattern
        self.type = type
        self.policy = policy
        self.defaultValue = defaultValue ?? policy.naturalDefault
        if let value = try? acceptDefault(self.defaultValue).get() { self.defaultValue = value }
    }
}
