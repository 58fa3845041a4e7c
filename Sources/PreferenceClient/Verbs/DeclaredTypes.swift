import PreferenceTree
import Preferences

/// What the node's catalog says of the types of keys: how a VALUE is to be read.
struct DeclaredTypes {
    private var exact: [String: ValueType] = [:]
    /// Longer prefixes first: they win (contract §6).
    private var prefixes: [(prefix: String, type: ValueType)] = []

    /// Asks for the keys under a pattern; `*` is everything.
    init(of pattern: String, from conversation: Conversation) throws(ClientFault) {
        let body = try conversation.ask(.keys, at: .here, ValueMap([("pattern", .text(pattern))]))
        self.init(body)
    }

    init(_ body: Value) {
        guard case .list(let entries) = body else { return }
        for case .map(let entry) in entries {
            guard case .text(let key)? = entry["key"], case .text(let name)? = entry["type"],
                let type = ValueType(rawValue: name)
            else { continue }
            if key.utf8.last == UInt8(ascii: "*") {
                prefixes.append((String(key.dropLast()), type))
            } else {
                exact[key] = type
            }
            if case .text(let alias)? = entry["alias"] { exact[alias] = type }
        }
        prefixes.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
    }

    var isEmpty: Bool { exact.isEmpty && prefixes.isEmpty }

    /// Nil: no definition covers the key, as far as this client was told.
    func type(of key: String) -> ValueType? {
        exact[key] ?? prefixes.first { key.utf8.starts(with: $0.prefix.utf8) }?.type
    }
}
