import PreferenceTree
import Preferences

/// What the node's catalog says of keys: how a VALUE is to be read, what values a reader sees.
struct DeclaredKeys {
    private var exact: [String: KeyEntry] = [:]
    /// Longer prefixes first: they win.
    private var prefixes: [(prefix: String, entry: KeyEntry)] = []

    /// Asks for the keys under a pattern; `*` is everything.
    ///
    /// `waits`: for a node that has no catalog yet.
    init(
        of pattern: String, from conversation: Conversation, at target: NodeTarget = .here, waits: Bool = true
    ) throws(ClientFault) {
        while true {
            let body = try conversation.ask(
                .keys, at: target, ValueMap([("pattern", .text(pattern))]), waits: waits)
            self.init(try KeyEntry.list(body))
            if !isEmpty || conversation.connection.welcome?.catalogHash != 0 { return }
            let again = ClientConnection.now + Publishing.catalogPause
            guard waits, again < conversation.deadline else {
                throw ClientFault(
                    .node(.noCatalog), "\(conversation.nodeName) has no catalog yet",
                    hint: "it comes from the root; prefctl status says what is in the way", retry: true)
            }
            try conversation.rest(until: again)
        }
    }

    init(_ entries: [KeyEntry]) {
        for entry in entries {
            if entry.key.utf8.last == UInt8(ascii: "*") {
                prefixes.append((String(entry.key.dropLast()), entry))
            } else {
                exact[entry.key] = entry
            }
            if let alias = entry.alias { exact[alias] = entry }
        }
        prefixes.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
    }

    private var isEmpty: Bool { exact.isEmpty && prefixes.isEmpty }

    /// Nil: no definition covers the key, as far as this client was told.
    subscript(key: Key) -> KeyEntry? {
        exact[key.text] ?? prefixes.first { key.text.utf8.starts(with: $0.prefix.utf8) }?.entry
    }

    /// The type that publications have.
    func type(of key: Key) -> ValueType? { self[key].flatMap { ValueType(rawValue: $0.type) } }
}
