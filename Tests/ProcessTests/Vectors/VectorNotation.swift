import Foundation
import PreferenceTestSupport
import Preferences

/// The text of a file of `Tests/Vectors`.
func vectorFile(_ name: String) throws -> String {
    try String(contentsOfFile: Programs.file("Tests/Vectors/\(name)"), encoding: .utf8)
}

extension VectorDefinition {
    /// The definition as TOML; the key is below `prefix`.
    func toml(prefix: String) -> String {
        var more = ""
        if let defaultValue { more += "default = \(JSONWriter.text(of: defaultValue))\n" }
        if !separator.isEmpty { more += "separator = \(JSONWriter.text(of: .text(separator)))\n" }
        if nullable { more += "nullable = true\n" }
        return TestTree.key(prefix + key, type.rawValue, policy, more)
    }
}

extension VectorNode {
    /// The nodes below with their ranks, and nothing else: trees with one skeleton can be one tree of processes.
    var skeleton: String {
        children.compactMap { child in
            if case .node(let node) = child { "\(node.name)@\(node.rank)[\(node.skeleton)]" } else { nil }
        }.joined(separator: ",")
    }

    /// Every source with its place, depth first.
    func places(_ path: [Int] = []) -> [(place: [Int], node: String, source: VectorSource)] {
        children.enumerated().flatMap { index, child in
            switch child {
            case .source(let source): [(path + [index], name, source)]
            case .node(let node): node.places(path + [index])
            }
        }
    }
}

/// A line of `publish - --format ndjson`.
func statement(
    _ key: String, _ value: Value?, source: String, rank: Int32 = 0, lease: String? = nil
) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("key", key)
    if let value { writer.member("value", value) } else { writer.member("op", "retract") }
    writer.member("source", source)
    if rank != 0 { writer.member("rank", rank) }
    if let lease { writer.member("ttl", lease) }
    writer.endObject()
    return writer.text + "\n"
}
