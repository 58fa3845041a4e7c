internal import PreferenceTree
internal import Preferences

/// One entry of an effective configuration.
struct Setting: Hashable {
    /// The table it belongs to, as in `timing` or `keys."ui.title"`.
    let table: String
    let entry: String
    /// As TOML writes it; nil where there is no value and TOML can say so by silence only.
    let text: String?
    /// What silence means.
    var silence = "none"

    var fullName: String { "\(table).\(entry)" }
}

extension Configuration {
    /// Every entry that this version knows besides `[keys]`, in the order of docs/status.md.
    var settings: [Setting] { nodeEntries + listenEntries + parentEntries + timingEntries + limitEntries }

    private var nodeEntries: [Setting] {
        [
            Setting(table: "node", entry: "name", text: TOMLText.quoted(node.name.text)),
            Setting(table: "node", entry: "tree", text: TOMLText.quoted(node.tree)),
            Setting(table: "node", entry: "rank", text: String(node.rank)),
            Setting(table: "node", entry: "data_dir", text: TOMLText.quoted(node.dataDirectory)),
            Setting(table: "node", entry: "ephemeral", text: String(node.ephemeral)),
            Setting(table: "node", entry: "expected", text: TOMLText.list(node.expected.map(\.text))),
            Setting(
                table: "node", entry: "forget_after", text: node.forgetAfter.map { TOMLText.quoted("\($0)") },
                silence: "never"),
        ]
    }

    private var listenEntries: [Setting] {
        [
            Setting(table: "listen", entry: "clients", text: TOMLText.list(listen.clients.map(\.description))),
            Setting(
                table: "listen", entry: "children",
                text: isLeaf ? nil : TOMLText.list(listen.children.map(\.description)), silence: "a leaf"),
        ]
    }

    private var parentEntries: [Setting] {
        guard let parent else { return [] }
        return [Setting(table: "parent", entry: "endpoints", text: TOMLText.list(parent.endpoints.map(\.description)))]
    }

    private var timingEntries: [Setting] {
        [
            ("heartbeat", timing.heartbeat), ("dead_after", timing.deadAfter), ("grace", timing.grace),
            ("settle", timing.settle), ("flush", timing.flush),
        ].map { Setting(table: "timing", entry: $0, text: TOMLText.quoted("\($1)")) }
    }

    private var limitEntries: [Setting] {
        [
            ("children", String(limits.children)), ("clients", String(limits.clients)), ("keys", String(limits.keys)),
            ("frame", TOMLText.size(limits.frame)),
            ("forget_keys_after", TOMLText.quoted("\(limits.forgetKeysAfter)")),
            ("keys_per_child", String(limits.keysPerChild)), ("sources", String(limits.sources)),
            ("ids_per_session", String(limits.idsPerSession)), ("causes", String(limits.causes)),
        ].map { Setting(table: "limits", entry: $0, text: $1) }
    }
}
