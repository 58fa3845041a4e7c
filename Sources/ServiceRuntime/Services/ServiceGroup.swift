/// The services of a process: started in order, each when the one before is ready; stopped in reverse, each when the
/// one after has ended.
///
/// All of it runs inside `run`, which so cannot return before every service has ended. Of those that do not end in
/// time `overdue` is told: it is the one to end the process.
package final class ServiceGroup: Sendable {
    /// How a group ended.
    package enum Ending: Sendable {
        /// As it was asked to.
        case stopped
        /// Because a service ended by itself, with an error unless it just returned.
        case failed(service: String, error: (any Error)?)
        /// These had not ended when the time for stopping was over, and have ended since.
        case overdue([String])
    }

    private enum Event: Sendable {
        case ready(Int)
        case ended(Int, (any Error)?)
        case stop
        case overdue
    }

    private let services: [any Service]
    private let patience: Duration
    private let pause: @Sendable (Duration) async throws -> Void
    private let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation

    /// Makes a group; `patience` is how long all services together may take to stop, measured by `pause`.
    package init(
        _ services: [any Service], patience: Duration = .seconds(5),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.services = services
        self.patience = patience
        self.pause = pause
        (events, tell) = AsyncStream.makeStream()
    }

    /// Begins to stop; from any thread, any number of times, also before `run`.
    package func stop() {
        tell.yield(.stop)
    }

    /// Runs the services until the group has stopped, which it does once only.
    ///
    /// `ready` is called when all of them are, `overdue` with the names of those that have not ended in time.
    package func run(
        ready: @escaping @Sendable () -> Void = {}, overdue: @escaping @Sendable ([String]) -> Void = { _ in }
    ) async -> Ending {
        await withDiscardingTaskGroup(returning: Ending.self) { tasks in
            defer {
                tasks.cancelAll()
                tell.finish()
            }
            return await direct(&tasks, ready, overdue)
        }
    }

    private func direct(
        _ tasks: inout DiscardingTaskGroup, _ ready: @Sendable () -> Void, _ overdue: @Sendable ([String]) -> Void
    ) async -> Ending {
        var course = Course(count: services.count)
        var running: [Int: AsyncStream<Never>.Continuation] = [:]
        var isTimed = false
        var failure: Ending?
        var steps = course.begin()
        var coming = events.makeAsyncIterator()
        while true {
            for step in steps {
                switch step {
                case .start(let index):
                    let (stop, end) = AsyncStream<Never>.makeStream()
                    running[index] = end
                    tasks.addTask { await self.serve(index, until: stop) }
                case .announce: ready()
                case .cancel(let index):
                    if !isTimed { tasks.addTask { await self.awaitDeadline() } }
                    isTimed = true
                    running[index]?.finish()
                case .finish: return failure ?? .stopped
                }
            }
            switch await coming.next() {
            case .ready(let index): steps = course.becameReady(index)
            case .ended(let index, let error):
                running[index] = nil
                if !course.isStopping { failure = .failed(service: services[index].name, error: error) }
                steps = course.ended(index)
            case .stop: steps = course.stop()
            case .overdue, nil:
                let names = running.keys.sorted().map { services[$0].name }
                overdue(names)
                return .overdue(names)
            }
        }
    }

    /// Runs one service to its end, which it is asked for when `stop` has finished.
    private func serve(_ index: Int, until stop: AsyncStream<Never>) async {
        let (service, tell) = (services[index], tell)
        await withTaskGroup(of: Void.self) { halves in
            halves.addTask {
                do {
                    try await service.run { tell.yield(.ready(index)) }
                    tell.yield(.ended(index, nil))
                } catch {
                    tell.yield(.ended(index, error))
                }
            }
            halves.addTask { for await _ in stop {} }
            // Whichever it is, the other half is to end as well.
            await halves.next()
            halves.cancelAll()
        }
    }

    private func awaitDeadline() async {
        guard (try? await pause(patience)) != nil else { return }
        tell.yield(.overdue)
    }
}
