/// Where in a catalog's definitions a name is found.
struct CatalogIndex: Hashable, Sendable {
    private var exact: [Key: Int] = [:]
    private var aliases: [Key: Int] = [:]
    /// From the longest prefix to the shortest.
    private var prefixes: [Prefix] = []

    private struct Prefix: Hashable {
        let text: String
        let place: Int
    }

    init(_ definitions: [Definition]) {
        for (place, definition) in definitions.enumerated() {
            switch definition.pattern {
            case .exact(let key): exact[key] = place
            case .prefix(let text): prefixes.append(Prefix(text: text, place: place))
            }
        }
        for (place, definition) in definitions.enumerated() {
            guard case .exact = definition.pattern, let alias = definition.alias else { continue }
            if exact[alias] == nil, aliases[alias] == nil { aliases[alias] = place }
        }
        prefixes.sort { $0.text.utf8.count > $1.text.utf8.count }
    }

    func find(_ name: Key) -> Int? {
        exact[name] ?? aliases[name] ?? prefixes.first { name.text.utf8.starts(with: $0.text.utf8) }?.place
    }

    /// What can be named: keys and aliases.
    var names: [String] { exact.keys.map(\.text) + aliases.keys.map(\.text) }
}
