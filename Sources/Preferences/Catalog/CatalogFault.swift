/// Why definitions make no catalog.
package enum CatalogFault: Error, Hashable, Sendable, CustomStringConvertible {
    case definition(KeyPattern, DefinitionFault)
    case duplicate(KeyPattern)
    /// An alias that is the name of another key.
    case aliasIsKey(alias: Key, of: KeyPattern)
    /// An alias that two keys claim.
    case aliasTaken(alias: Key, of: KeyPattern, by: KeyPattern)
    /// Bytes from elsewhere that are no catalog.
    case malformed
    case malformedKey(NameFault)

    /// The key whose table is to be changed.
    package var pattern: KeyPattern? {
        switch self {
        case .definition(let pattern, _), .duplicate(let pattern), .aliasIsKey(_, let pattern),
            .aliasTaken(_, let pattern, _):
            pattern
        case .malformed, .malformedKey: nil
        }
    }

    package var description: String {
        switch self {
        case .definition(let pattern, let fault): "keys.\"\(pattern)\".\(fault.member): \(fault)"
        case .duplicate(let pattern): "keys.\"\(pattern)\" is defined twice; keep one"
        case .aliasIsKey(let alias, let pattern):
            "keys.\"\(pattern)\".alias: \(alias) is a key itself; choose another alias"
        case .aliasTaken(let alias, let pattern, let holder):
            "keys.\"\(pattern)\".alias: \(alias) is the alias of \(holder) already; choose another"
        case .malformed: "a definition that is no map with a key"
        case .malformedKey(let fault): "a definition's key: \(fault)"
        }
    }
}
