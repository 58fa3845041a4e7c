extension Definition {
    /// What `max_bytes` may be: room for an element at least, and half a frame at most.
    package static let maximumBytesRange = 64...512 * 1024

    /// Everything that is illegal about the definition by itself, in the order of its entries.
    package func faults() -> [DefinitionFault] {
        if unsupported != nil { return [] }
        // A default is judged only where its type is known to make sense.
        let typeFaults = policy.admittedTypes.contains(type) ? defaultFaults : [.policyNeedsType(policy, found: type)]
        return typeFaults + parameterFaults + lifetimeFaults + nameFaults
    }

    private var defaultFaults: [DefinitionFault] {
        switch acceptDefault(defaultValue) {
        case .success: []
        case .failure(let fault): [.illegalDefault(fault, lowered: policy.loweredType(of: type))]
        }
    }

    private var parameterFaults: [DefinitionFault] {
        var faults: [DefinitionFault] = []
        if !separator.utf8.isEmpty, policy != .concat { faults.append(.separatorUnused(policy)) }
        if !policy.isGrowing, maximumBytes != Definition.defaultMaximumBytes {
            faults.append(.maximumBytesUnused(policy))
        } else if !Definition.maximumBytesRange.contains(maximumBytes) {
            faults.append(.maximumBytesOutOfRange(maximumBytes))
        }
        return faults
    }

    private var lifetimeFaults: [DefinitionFault] {
        if lifetimes.isEmpty { return [.noLifetimes] }
        guard let ttl else { return [] }
        if ttl <= .zero { return [.ttlNotPositive] }
        return lifetimes.contains(.ttl) ? [] : [.ttlUnused]
    }

    private var nameFaults: [DefinitionFault] {
        var faults: [DefinitionFault] = []
        if let maximumKeys {
            if case .exact = pattern { faults.append(.maximumKeysOnExactKey) }
            if maximumKeys < 1 { faults.append(.maximumKeysNotPositive) }
        }
        if let alias {
            switch pattern {
            case .prefix: faults.append(.aliasOnPattern)
            case .exact(alias): faults.append(.aliasIsTheKey(alias))
            case .exact: break
            }
        }
        return faults
    }
}
