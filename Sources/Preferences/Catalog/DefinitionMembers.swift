/// Takes a definition apart that may be of another version.
///
/// The first thing that is not understood is remembered, not thrown: the rest of the catalog is as good as ever.
struct DefinitionMembers {
    private let map: ValueMap
    /// What was not understood, in words.
    private(set) var unknown: String?

    init(_ map: ValueMap) { self.map = map }

    mutating func definition(of pattern: KeyPattern) -> Definition {
        let type = named("type", ValueType.init(rawValue:)) ?? .any
        let policy = named("policy", Policy.init(rawValue:)) ?? .first
        var definition = Definition(pattern: pattern, type: type, policy: policy, defaultValue: map["default"])
        definition.nullable = read("nullable", bool) ?? false
        definition.alias = read("alias") { text($0).flatMap { try? Key($0) } }
        definition.ttl = read("ttl", interval)
        definition.grace = read("grace", interval)
        definition.maximumKeys = read("max_keys", count)
        definition.unit = read("unit", text)
        definition.summary = read("description", text)
        if let lifetimes = read("lifetimes", lifetimes) { definition.lifetimes = lifetimes }
        readParameters(of: &definition)
        return definition
    }

    private mutating func readParameters(of definition: inout Definition) {
        guard let value = map["parameters"] else { return }
        guard case .map(let parameters) = value else { return note("parameters") }
        for entry in parameters.entries {
            switch (entry.key, entry.value) {
            case ("separator", .text(let separator)): definition.separator = separator
            case ("max_bytes", .int(let bytes)) where bytes >= 0 && Int(exactly: bytes) != nil:
                definition.maximumBytes = Int(bytes)
            default: note("parameter \(entry.key)")
            }
        }
    }

    private mutating func note(_ what: String) { unknown = unknown ?? what }

    private mutating func named<Name>(_ member: String, _ make: (String) -> Name?) -> Name? {
        guard case .text(let name)? = map[member] else {
            note("a definition without \(member)")
            return nil
        }
        if let known = make(name) { return known }
        note("\(member) \(name)")
        return nil
    }

    private mutating func read<Content>(_ member: String, _ take: (Value) -> Content?) -> Content? {
        guard let value = map[member] else { return nil }
        if let content = take(value) { return content }
        note("this form of \(member)")
        return nil
    }
}

private func bool(_ value: Value) -> Bool? { if case .bool(let value) = value { value } else { nil } }

private func text(_ value: Value) -> String? { if case .text(let value) = value { value } else { nil } }

private func natural(_ value: Value) -> Int64? { if case .int(let value) = value, value >= 0 { value } else { nil } }

private func interval(_ value: Value) -> Interval? { natural(value).map { Interval(nanoseconds: $0) } }

private func count(_ value: Value) -> Int? { natural(value).flatMap { Int(exactly: $0) } }

/// The lifetimes that are known; one that is not cannot be asked for here, so nothing is lost without it.
private func lifetimes(_ value: Value) -> Set<LifetimeKind>? {
    guard case .list(let names) = value else { return nil }
    return Set(names.compactMap { text($0).flatMap { LifetimeKind(rawValue: $0) } })
}
