internal import PreferenceTree
internal import Preferences

extension Timing {
    /// Below it a node would be busy with telling that it lives.
    static let shortestHeartbeat = Interval.milliseconds(10)
    static let longestHeartbeat = Interval.seconds(3600)
    static let longestDeadAfter = Interval.seconds(86_400)
    static let longestSettle = Interval.seconds(86_400)
    /// Above it a change would look like a loss.
    static let longestFlush = Interval.seconds(60)

    /// Reads `[timing]`, where what is wrong is reported and stays at its default.
    init(reading section: Section?, _ findings: inout Findings) {
        self.init()
        guard let section else { return }
        section.check(.timing, &findings)
        let heartbeats = Timing.shortestHeartbeat...Timing.longestHeartbeat
        heartbeat = section.read("heartbeat", .interval(heartbeats), &findings) ?? heartbeat
        let deaths = Timing.shortestHeartbeat...Timing.longestDeadAfter
        deadAfter = section.read("dead_after", .interval(deaths), &findings) ?? deadAfter
        grace = section.read("grace", .interval(.zero...Interval.longest), &findings) ?? grace
        settle = section.read("settle", .interval(.zero...Timing.longestSettle), &findings) ?? settle
        flush = section.read("flush", .interval(.zero...Timing.longestFlush), &findings) ?? flush
    }
}

extension Interval {
    static let longest = Interval(nanoseconds: .max)
}
