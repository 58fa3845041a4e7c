import Preferences

/// The record as prefctl writes it in JSON.
struct WatchRecord: Hashable, Sendable {
    let key: String
    let value: Value
    let explicit: Bool
    let initial: Bool
    let epoch: Int64
    let revision: Int64
    let at: String
    let state: String
    let causes: [String]
    let reason: String
    let sources: Int64
    let staleSources: Int64
    /// By `live`, `stale`, `missing`, `expected`.
    let nodes: [String: Int64]
}

/// A line of `watch --json`.
enum WatchLine: Hashable, Sendable {
    case record(WatchRecord)
    case synced(epoch: Int64, revision: Int64)
    case other(String)

    init(_ line: Substring) throws {
        guard case .map(let map) = try JSONReader.read(String(line)) else {
            self = .other(String(line))
            return
        }
        if map["synced"] == .bool(true) {
            self = .synced(epoch: map.int("epoch"), revision: map.int("revision"))
        } else if case .text(let key)? = map["key"] {
            self = .record(WatchRecord(key, map))
        } else {
            self = .other(String(line))
        }
    }
}

extension WatchRecord {
    fileprivate init(_ key: String, _ map: ValueMap) {
        self.key = key
        value = map["value"] ?? .null
        explicit = map["explicit"] == .bool(true)
        initial = map["initial"] == .bool(true)
        epoch = map.int("epoch")
        revision = map.int("revision")
        at = map.text("at")
        state = map.text("state")
        causes = map.list("causes").map { if case .text(let text) = $0 { text } else { "" } }
        reason = map.text("reason")
        let coverage = map.map("coverage")
        sources = coverage.int("sources")
        staleSources = coverage.int("stale_sources")
        let nodes = coverage.map("nodes")
        self.nodes = Dictionary(uniqueKeysWithValues: nodes.entries.map { ($0.key, nodes.int($0.key)) })
    }
}

// What prefctl's JSON has where a test looks; another kind reads as the empty one.
extension ValueMap {
    func int(_ name: String) -> Int64 { if case .int(let number)? = self[name] { number } else { -1 } }
    func text(_ name: String) -> String { if case .text(let text)? = self[name] { text } else { "" } }
    func list(_ name: String) -> [Value] { if case .list(let list)? = self[name] { list } else { [] } }
    func map(_ name: String) -> ValueMap { if case .map(let map)? = self[name] { map } else { ValueMap() } }
}
