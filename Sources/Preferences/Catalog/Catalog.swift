/// All definitions of a tree: owned by the root, flowing down, told apart by the content hash.
package struct Catalog: Hashable, Sendable {
    /// By the text of their patterns, byte-wise; one for each pattern.
    package let definitions: [Definition]
    /// The same for the same definitions everywhere, and never 0, which stands for no catalog.
    package let contentHash: UInt64
    private let index: CatalogIndex

    /// Takes definitions in any order.
    ///
    /// Of two with one pattern the first counts, and so for aliases; a key counts before an alias. `faults(in:)` tells
    /// beforehand.
    package init(_ definitions: [Definition]) {
        var seen: Set<KeyPattern> = []
        let kept = definitions.filter { seen.insert($0.pattern).inserted }
        let sorted = kept.sorted { Bytewise.precedes($0.pattern.description, $1.pattern.description) }
        self.definitions = sorted
        index = CatalogIndex(sorted)
        contentHash = max(1, Fingerprint(of: Value.list(sorted.map(\.value)).canonicalBytes).state)
    }

    package var isEmpty: Bool { definitions.isEmpty }

    /// The definition that covers a key named by a caller: exact (or by alias), then the longest prefix.
    package func resolve(_ name: Key) -> Resolution? {
        guard let found = index.find(name) else { return nil }
        let definition = definitions[found]
        if case .exact(let key) = definition.pattern { return Resolution(key: key, definition: definition) }
        return Resolution(key: name, definition: definition)
    }

    package subscript(pattern: KeyPattern) -> Definition? { definitions.first { $0.pattern == pattern } }

    /// The keys and aliases that a mistyped name may have meant, the likeliest first.
    package func suggestions(for name: String, atMost limit: Int = 3) -> [String] {
        Spelling.nearest(to: name, among: index.names, atMost: limit)
    }

    /// A key after aliases, and its definition.
    package struct Resolution: Hashable, Sendable {
        package let key: Key
        package let definition: Definition
    }
}

extension Catalog {
    /// Everything that keeps these definitions from being a catalog.
    package static func faults(in definitions: [Definition]) -> [CatalogFault] {
        var faults: [CatalogFault] = []
        var patterns: Set<KeyPattern> = []
        for definition in definitions {
            faults += definition.faults().map { .definition(definition.pattern, $0) }
            if !patterns.insert(definition.pattern).inserted { faults.append(.duplicate(definition.pattern)) }
        }
        var aliases: [Key: KeyPattern] = [:]
        for definition in definitions {
            // A key that is its own alias has its fault already.
            guard let alias = definition.alias, definition.pattern != .exact(alias) else { continue }
            if patterns.contains(.exact(alias)) {
                faults.append(.aliasIsKey(alias: alias, of: definition.pattern))
            } else if let holder = aliases[alias], holder != definition.pattern {
                faults.append(.aliasTaken(alias: alias, of: definition.pattern, by: holder))
            } else {
                aliases[alias] = definition.pattern
            }
        }
        return faults
    }
}

extension Catalog {
    /// The list of the definitions' values: for the wire and the disk.
    package var value: Value { .list(definitions.map(\.value)) }

    /// Reads what any version's `value` wrote; definitions that this one does not know come out unsupported.
    package init(value: Value) throws(CatalogFault) {
        guard case .list(let members) = value else { throw .malformed }
        self.init(try members.map { member throws(CatalogFault) in try Definition(value: member) })
    }
}
