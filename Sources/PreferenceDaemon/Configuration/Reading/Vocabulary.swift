internal import Preferences

/// The entries of one kind of table: those that this version knows, and those that a later one will.
package struct Vocabulary: Sendable {
    /// As messages name the table, such as `timing`; empty for the file itself.
    package let table: String
    package let known: [String]
    package let later: [String]

    init(_ table: String, known: [String], later: [String] = []) {
        self.table = table
        self.known = known
        self.later = later
    }
}

extension Vocabulary {
    package static let file = Vocabulary(
        "", known: ["node", "listen", "parent", "timing", "limits", "include", "keys"],
        later: ["security", "transform"])

    /// Of a file that another one includes.
    package static let included = Vocabulary("", known: ["prefix", "keys"])

    package static let node = Vocabulary(
        "node",
        known: ["name", "tree", "rank", "data_dir", "ephemeral", "expected", "forget_after"])

    package static let listen = Vocabulary("listen", known: ["clients", "children"], later: ["http"])

    package static let parent = Vocabulary("parent", known: ["endpoints"], later: ["keys"])

    package static let timing = Vocabulary(
        "timing", known: ["heartbeat", "dead_after", "grace", "settle", "flush"])

    package static let limits = Vocabulary(
        "limits",
        known: [
            "children", "clients", "keys", "frame", "forget_keys_after", "keys_per_child", "sources",
            "ids_per_session", "causes",
        ],
        later: ["history"])

    package static let key = Vocabulary(
        "keys.*",
        known: [
            "type", "policy", "default", "nullable", "alias", "lifetimes", "ttl", "grace", "separator", "max_bytes",
            "max_keys", "unit", "description",
        ],
        later: [
            "on_loss", "min_sources", "min_nodes", "epsilon", "min_interval", "order", "entries", "k", "q",
            "accuracy", "bounds",
        ])

    /// Of every kind of table of the main file.
    package static let all = [file, node, listen, parent, timing, limits, key]

    package static let policies = Policy.allCases.map(\.rawValue)

    /// Policies that a later version will know.
    package static let laterPolicies = [
        "union", "intersection", "merge", "latest", "earliest", "mode", "top", "variance", "stddev", "quantile",
        "distinct", "histogram", "lua",
    ]
}
