internal import PreferenceTree
internal import Preferences

extension Limits {
    /// Peers of one node.
    static let peers = 1...1_000_000
    /// Rows of a table in memory.
    static let rows = 1...1_000_000_000
    /// Half a frame takes a partial of the default `max_bytes`; a frame above a gibibyte would stall the node.
    static let frames = 2 * Definition.defaultMaximumBytes...1 << 30

    /// Reads `[limits]`, where what is wrong is reported and stays at its default.
    init(reading section: Section?, _ findings: inout Findings) {
        self.init()
        guard let section else { return }
        section.check(.limits, &findings)
        children = section.read("children", .count(Limits.peers), &findings) ?? children
        clients = section.read("clients", .count(Limits.peers), &findings) ?? clients
        keys = section.read("keys", .count(Limits.rows), &findings) ?? keys
        frame = section.read("frame", .size(Limits.frames), &findings) ?? frame
        forgetKeysAfter =
            section.read("forget_keys_after", .interval(.zero...Interval.longest), &findings) ?? forgetKeysAfter
        keysPerChild = section.read("keys_per_child", .count(Limits.rows), &findings) ?? keysPerChild
        sources = section.read("sources", .count(Limits.rows), &findings) ?? sources
        idsPerSession = section.read("ids_per_session", .count(Limits.rows), &findings) ?? idsPerSession
        causes = section.read("causes", .count(Limits.rows), &findings) ?? causes
    }
}
