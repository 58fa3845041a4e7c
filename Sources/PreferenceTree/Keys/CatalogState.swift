import Preferences

/// The catalog in force at a node and the ones before it, so that frames made under an older one are told apart.
struct CatalogState: Sendable {
    private(set) var catalog: Catalog?
    private(set) var hash: UInt64 = 0
    /// Counts the catalogs adopted since the start; 0 while there is none.
    private(set) var generation: UInt32 = 0
    private var generations: [UInt64: UInt32] = [:]
    private var shared: [KeyPattern: SharedDefinition] = [:]
    /// The catalogs before this one, the newest last.
    private var former: [(generation: UInt32, catalog: Catalog)] = []

    /// Frames made under a catalog that is older than this many are not told apart for keys that are new here.
    private static let remembered = 8

    init() {}

    /// The catalog that frames with this hash were made under; nil: one that this start never had.
    func generation(of hash: UInt64) -> UInt32? { generations[hash] }

    mutating func adopt(_ catalog: Catalog) {
        if let old = self.catalog { former = former.suffix(CatalogState.remembered - 1) + [(generation, old)] }
        generation += 1
        hash = catalog.contentHash
        generations[hash] = generation
        self.catalog = catalog
        shared = Dictionary(
            catalog.definitions.map { ($0.pattern, SharedDefinition($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Since which generation a key has meant what it means now: what was sent under it or a later one is its own.
    func since(_ key: Key) -> UInt32 {
        func meaning(_ catalog: Catalog?) -> UInt64? {
            catalog?.resolve(key).flatMap { $0.key == key ? $0.definition.fingerprint : nil }
        }
        let present = meaning(catalog)
        return former.reversed().prefix { meaning($0.catalog) == present }.last?.generation ?? generation
    }

    /// The key that a name stands for, after aliases, with its definition; nil: undeclared.
    func resolve(_ name: Key) -> (key: Key, shared: SharedDefinition)? {
        guard let resolution = catalog?.resolve(name), let found = shared[resolution.definition.pattern] else {
            return nil
        }
        return (resolution.key, found)
    }
}
