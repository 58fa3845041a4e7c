import PreferenceTree
package import Preferences

/// One contribution of a node's own source, as `sources` lists it.
package struct SourceEntry: Hashable, Sendable {
    package var key: String
    package var source: String
    package var value: Value
    package var rank: Int64
    package var lifetime: String
    package var ttl: Interval?
    package var expiresIn: Interval?
    package var since: Timestamp?
    package var by: String
    /// `ok`, `stale` or `quarantined`.
    package var state: String
    package var reason: String?

    package static func list(_ body: Value) throws(ClientFault) -> [SourceEntry] {
        var entries: [SourceEntry] = []
        for members in try AnswerMembers.list(body, of: .sources) { entries.append(try SourceEntry(members)) }
        return entries
    }

    private init(_ members: AnswerMembers) throws(ClientFault) {
        key = try members.text("key")
        source = try members.text("source")
        value = members.value("value") ?? .null
        rank = try members.optionalNumber("rank") ?? 0
        lifetime = try members.text("lifetime")
        ttl = try members.interval("ttl_ns")
        expiresIn = try members.interval("expires_in_ns")
        since = try members.time("since")
        by = try members.optionalText("by") ?? ""
        state = try members.optionalText("state") ?? "ok"
        reason = try members.optionalText("reason")
    }
}

extension SourcesCommand {
    /// Whether an entry is one of those that were asked for, by the wall clock.
    package func admits(_ entry: SourceEntry, now: Timestamp) -> Bool {
        if let lifetime, entry.lifetime != lifetime.rawValue { return false }
        guard let olderThan else { return true }
        guard let since = entry.since else { return false }
        let (age, overflow) = now.microsecondsSince1970.subtractingReportingOverflow(since.microsecondsSince1970)
        return !overflow && age > olderThan.nanoseconds / 1_000
    }
}
