import ServiceRuntime
import Synchronization
import Testing

/// What happened, in order.
private final class Record: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }

    var all: [String] { lines.withLock { $0 } }
}

/// Waits that end with `release` alone.
private final class Hold: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    func released() async {
        await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
    }

    func release() {
        waiting.withLock { waiting in
            waiting.forEach { $0.resume() }
            waiting = []
        }
    }
}

/// A service that records its life and ends when it is cancelled, or as told.
private struct Example: Service {
    enum Conduct {
        case good
        case fails
        case returns
        /// Takes no notice of cancellation.
        case deaf(until: Hold)
        /// Ends its start without ever being ready, when cancelled.
        case neverReady
    }

    struct Fault: Error {}

    let name: String
    let record: Record
    var conduct = Conduct.good

    func run(ready: @escaping @Sendable () -> Void) async throws {
        record.add("\(name) starts")
        defer { record.add("\(name) ends") }
        if case .neverReady = conduct {
            record.add("\(name) waits")
        } else {
            ready()
        }
        switch conduct {
        case .good, .neverReady: await cancellation()
        case .fails: throw Fault()
        case .returns: return
        case .deaf(let hold): await hold.released()
        }
    }

    /// Waits until the task is cancelled; a stream without elements ends with it.
    private func cancellation() async {
        let (stream, tell) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        tell.finish()
    }
}

@Suite("The service group")
struct ServiceGroupTests {
    @Test("services start in order and stop in reverse")
    func order() async {
        let record = Record()
        let group = ServiceGroup(["a", "b", "c"].map { Example(name: $0, record: record) })
        let ending = await group.run {
            record.add("all ready")
            group.stop()
            group.stop()
        }
        guard case .stopped = ending else {
            Issue.record("\(ending)")
            return
        }
        #expect(
            record.all == ["a starts", "b starts", "c starts", "all ready", "c ends", "b ends", "a ends"])
    }

    @Test("a stop before the start is over starts nothing more")
    func early() async {
        let record = Record()
        let group = ServiceGroup([
            Example(name: "a", record: record), Example(name: "b", record: record, conduct: .neverReady),
            Example(name: "c", record: record),
        ])
        async let ending = group.run { record.add("all ready") }
        while !record.all.contains("b waits") { await Task.yield() }
        group.stop()
        guard case .stopped = await ending else {
            Issue.record("not stopped")
            return
        }
        #expect(record.all == ["a starts", "b starts", "b waits", "b ends", "a ends"])
    }

    @Test("a service that fails or returns ends the group, and the ending names it", arguments: [true, false])
    func failure(_ throwing: Bool) async {
        let record = Record()
        let group = ServiceGroup([
            Example(name: "a", record: record),
            Example(name: "b", record: record, conduct: throwing ? .fails : .returns),
        ])
        guard case .failed(service: "b", error: let error) = await group.run() else {
            Issue.record("not failed")
            return
        }
        #expect((error is Example.Fault) == throwing)
        #expect(record.all.last == "a ends")
    }

    @Test("one that does not end in time is named to whoever ends the process")
    func overdue() async {
        let record = Record()
        let hold = Hold()
        let (asked, askedFor) = AsyncStream<Duration>.makeStream()
        let group = ServiceGroup(
            [Example(name: "a", record: record), Example(name: "b", record: record, conduct: .deaf(until: hold))],
            patience: .seconds(5), pause: { askedFor.yield($0) })
        let overdue: @Sendable ([String]) -> Void = { names in
            record.add("overdue: \(names)")
            hold.release()
        }
        guard case .overdue(let names) = await group.run(ready: { group.stop() }, overdue: overdue) else {
            Issue.record("not overdue")
            return
        }
        #expect(names == ["a", "b"])
        #expect(record.all.prefix(3) == ["a starts", "b starts", "overdue: [\"a\", \"b\"]"])
        var durations = asked.makeAsyncIterator()
        #expect(await durations.next() == .seconds(5))
    }

    @Test("signals come as a stream, in order")
    func signals() async throws {
        let signals = try Signals([.hangup, .terminate])
        var coming = signals.received.makeAsyncIterator()
        signals.deliver(.hangup)
        #expect(await coming.next() == .hangup)
        signals.deliver(.terminate)
        #expect(await coming.next() == .terminate)
    }
}
