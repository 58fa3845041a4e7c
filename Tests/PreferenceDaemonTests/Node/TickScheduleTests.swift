import PreferenceDaemon
import PreferenceTree
import Preferences
import Testing

@Suite("When the node is told that time has passed")
struct TickScheduleTests {
    private let start = Instant(nanoseconds: 1_000_000_000)
    private let heartbeat = Interval.seconds(1)

    @Test("four times a heartbeat where nothing is waited for")
    func regular() {
        let schedule = TickSchedule(from: start)
        #expect(schedule.next(heartbeat: heartbeat, deadline: nil) == start + .milliseconds(250))
    }

    @Test("at a deadline that comes earlier, at the regular tick for one that comes later")
    func deadline() {
        let schedule = TickSchedule(from: start)
        let near = start + .milliseconds(100)
        #expect(schedule.next(heartbeat: heartbeat, deadline: near) == near)
        #expect(
            schedule.next(heartbeat: heartbeat, deadline: start + .seconds(9)) == start + .milliseconds(250))
    }

    @Test("a deadline that the last tick has seen does not make the node turn without end")
    func overdue() {
        var schedule = TickSchedule(from: start)
        let deadline = start + .milliseconds(100)
        schedule.ticked(at: deadline)
        #expect(schedule.next(heartbeat: heartbeat, deadline: deadline) == deadline + .milliseconds(250))
        #expect(schedule.next(heartbeat: heartbeat, deadline: .distantPast) == deadline + .milliseconds(250))
    }

    @Test("deadlines close together are one tick")
    func close() {
        let schedule = TickSchedule(from: start)
        let next = schedule.next(heartbeat: heartbeat, deadline: Instant(nanoseconds: start.nanoseconds + 1))
        #expect(next == start + .milliseconds(1))
    }
}
