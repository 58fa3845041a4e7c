/// What a reload does to the catalog.
package struct CatalogChanges: Hashable, Sendable {
    package var added: [KeyPattern] = []
    package var removed: [KeyPattern] = []
    /// Type, nullable, policy or its parameters differ: the key is folded anew (semantics L9).
    package var changed: [KeyPattern] = []
    /// Anything else differs: a default, a limit, a description.
    package var cosmetic: [KeyPattern] = []

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && cosmetic.isEmpty }
}

extension Catalog {
    /// The differences, each list in the catalogs' order.
    package static func changes(from old: Catalog, to new: Catalog) -> CatalogChanges {
        var changes = CatalogChanges()
        let before = Dictionary(old.definitions.map { ($0.pattern, $0) }) { first, _ in first }
        let after = Set(new.definitions.map(\.pattern))
        changes.removed = old.definitions.map(\.pattern).filter { !after.contains($0) }
        for definition in new.definitions {
            guard let previous = before[definition.pattern] else {
                changes.added.append(definition.pattern)
                continue
            }
            if previous.fingerprint != definition.fingerprint {
                changes.changed.append(definition.pattern)
            } else if previous.value != definition.value {
                changes.cosmetic.append(definition.pattern)
            }
        }
        return changes
    }
}
