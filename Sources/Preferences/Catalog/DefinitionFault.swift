/// Why a definition is illegal.
///
/// `member` names the entry of `[keys."…"]` at fault, `description` the remedy.
package enum DefinitionFault: Error, Hashable, Sendable, CustomStringConvertible {
    case policyNeedsType(Policy, found: ValueType)
    case illegalDefault(ValueFault, lowered: ValueType)
    case separatorUnused(Policy)
    case maximumBytesUnused(Policy)
    case maximumBytesOutOfRange(Int)
    case noLifetimes
    case ttlNotPositive
    /// A `ttl` where the lifetimes admit none.
    case ttlUnused
    case maximumKeysOnExactKey
    case maximumKeysNotPositive
    case aliasOnPattern
    case aliasIsTheKey(Key)

    package var member: String {
        switch self {
        case .policyNeedsType: "policy"
        case .illegalDefault: "default"
        case .separatorUnused: "separator"
        case .maximumBytesUnused, .maximumBytesOutOfRange: "max_bytes"
        case .noLifetimes: "lifetimes"
        case .ttlNotPositive, .ttlUnused: "ttl"
        case .maximumKeysOnExactKey, .maximumKeysNotPositive: "max_keys"
        case .aliasOnPattern, .aliasIsTheKey: "alias"
        }
    }

    package var description: String {
        switch self {
        case .policyNeedsType(let policy, let found):
            "policy \(policy.rawValue) takes \(list(policy.admittedTypes)), not \(found); "
                + "policies of \(found): \(list(Policy.allCases.filter { $0.admittedTypes.contains(found) }))"
        case .illegalDefault(let fault, let lowered):
            "the default is no \(lowered), which is what a reader of the key sees: \(fault)"
        case .separatorUnused(let policy): "policy \(policy.rawValue) has no separator; only concat has"
        case .maximumBytesUnused(let policy):
            "policy \(policy.rawValue) does not grow; max_bytes belongs to concat and collect"
        case .maximumBytesOutOfRange(let bytes):
            "max_bytes is \(bytes); choose \(Definition.maximumBytesRange.lowerBound) bytes to "
                + "\(ByteSize(bytes: Int64(Definition.maximumBytesRange.upperBound)))"
        case .noLifetimes: "no lifetime is left; name at least one of \(list(LifetimeKind.allCases))"
        case .ttlNotPositive: "a ttl of nothing ends at once; write a duration such as 3m"
        case .ttlUnused: "the lifetimes admit no ttl; add \"ttl\" to them or leave the entry out"
        case .maximumKeysOnExactKey: "max_keys belongs to patterns such as host.*; an exact key is one"
        case .maximumKeysNotPositive: "max_keys admits no key; write 1 or more"
        case .aliasOnPattern: "a pattern has no alias; give one to an exact key"
        case .aliasIsTheKey(let key): "\(key) is the key itself; leave the alias out"
        }
    }

    private func list<Name: RawRepresentable<String>>(_ names: [Name]) -> String {
        names.map(\.rawValue).joined(separator: ", ")
    }
}
