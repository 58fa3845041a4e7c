/// A definition as a value: how catalogs travel down the tree and rest on disk.
///
///     {"key": "ui.title", "type": "text", "policy": "concat", "default": "", "parameters": {"separator": " "}, …}
///
/// What is as usual is left out. A member this version does not know is kept and passed on; where it is one of
/// `parameters`, or where a type or policy is not known, the definition is unsupported: folding without it would give
/// another result than elsewhere in the tree.
extension Definition {
    package var value: Value { .map(valueMap) }

    var valueMap: ValueMap { received ?? written }

    /// As this version writes it.
    var written: ValueMap {
        var members: [(String, Value)] = [
            ("key", .text(pattern.description)), ("type", .text(type.rawValue)), ("policy", .text(policy.rawValue)),
            ("default", defaultValue),
        ]
        func add(_ name: String, _ value: Value?) {
            if let value { members.append((name, value)) }
        }
        add("parameters", parameters.entries.isEmpty ? nil : .map(parameters))
        add("nullable", nullable ? .bool(true) : nil)
        add("alias", alias.map { .text($0.text) })
        add("lifetimes", lifetimes.count == LifetimeKind.allCases.count ? nil : .list(lifetimeNames))
        add("ttl", ttl.map { .int($0.nanoseconds) })
        add("grace", grace.map { .int($0.nanoseconds) })
        add("max_keys", maximumKeys.map { .int(Int64($0)) })
        add("unit", unit.map { .text($0) })
        add("description", summary.map { .text($0) })
        return ValueMap(members)
    }

    private var parameters: ValueMap {
        var members = ValueMap()
        if policy == .concat { members["separator"] = .text(separator) }
        if policy.isGrowing { members["max_bytes"] = .int(Int64(maximumBytes)) }
        return members
    }

    private var lifetimeNames: [Value] { LifetimeKind.allCases.filter(lifetimes.contains).map { .text($0.rawValue) } }

    /// Reads what `value` writes; throws only where not even the key can be told.
    package init(value: Value) throws(CatalogFault) {
        guard case .map(let map) = value, case .text(let text)? = map["key"] else { throw .malformed }
        let pattern: KeyPattern
        do {
            pattern = try KeyPattern(text)
        } catch {
            throw .malformedKey(error)
        }
        var members = DefinitionMembers(map)
        self = members.definition(of: pattern)
        unsupported = members.unknown ?? faults().first.map { "its \($0.member)" }
        if unsupported != nil || written != map { received = map }
    }
}
