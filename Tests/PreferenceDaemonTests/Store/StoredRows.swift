import PreferenceDaemon
import PreferenceTree
import Preferences

/// Rows with something in every column.
enum StoredRows {
    static func contribution(
        _ key: String = "pool.max_temp", _ source: String = "cpu0", _ value: Value = .float(71.5),
        lifetime: LifetimeKind = .durable, lease: Interval? = nil, deadline: Instant? = nil, holder: UInt64? = nil
    ) throws -> ContributionRow {
        ContributionRow(
            key: try Key(key), source: try SourceName(source), value: value, rank: -3, lifetime: lifetime,
            lease: lease, deadline: deadline, holder: holder, since: WallTime(microseconds: 1_796_083_200_123_456),
            by: "root")
    }

    static func roster(_ name: String, presence: Presence = .live, parent: String? = nil) throws -> RosterRow {
        RosterRow(
            name: try NodeName(name), id: .max - 7, branch: try NodeName("rack1"),
            parent: try parent.map { try NodeName($0) }, counted: true, presence: presence,
            instance: 0xFEDC_BA98_7654_3210, rank: .min, height: 255,
            lastSeen: WallTime(microseconds: 42))
    }

    static func record(_ key: String, _ value: Value?, state: RecordState = .degraded) throws -> Record {
        Record(
            key: try Key(key), value: value, explicit: true, revision: 1_042, state: state,
            causes: ["min_nodes 17<18", "quarantined /a:b"], truncated: true, reason: .returned, cause: "c1",
            time: WallTime(microseconds: -1), sources: .max, staleSources: 1)
    }

    static let definitions = CatalogFrame(
        hash: 0x8000_0000_0000_0001, definitions: .map(ValueMap([("keys", .list([.text("a"), .int(1)]))])))
}
