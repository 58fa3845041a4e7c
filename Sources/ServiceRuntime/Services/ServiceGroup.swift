/// The services of a process: started in order, each when the one before is ready; stopped in reverse, each when the
/// one after has ended.
///
/// The tasks are the group's own and not children of `run`: a service that does not end in time must not keep the
/// process, which a structured child would.
package final class ServiceGroup: Sendable {
    /// How a group ended.
    package enum Ending: Sendable {
        /// As it was asked to.
        case stopped
        /// Because a service ended by itself, with an error unless it just returned.
        case failed(service: String, error: (any Error)?)
        /// These had not ended when the time for stopping was over; the process should exit now.
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
    /// `ready` is called when all of them are.
    package func run(ready: @escaping @Sendable () -> Void = {}) async -> Ending {
        var course = Course(count: services.count)
        var tasks: [Int: Task<Void, Never>] = [:]
        var deadline: Task<Void, Never>?
        var failure: Ending?
        defer {
            deadline?.cancel()
            tell.finish()
        }
        var steps = course.begin()
        var coming = events.makeAsyncIterator()
        while true {
            for step in steps {
                switch step {
                case .start(let index): tasks[index] = start(index)
                case .announce: ready()
                case .cancel(let index):
                    deadline = deadline ?? startDeadline()
                    tasks[index]?.cancel()
                case .finish: return failure ?? .stopped
                }
            }
            switch await coming.next() {
            case .ready(let index): steps = course.becameReady(index)
            case .ended(let index, let error):
                tasks[index] = nil
                if !course.isStopping { failure = .failed(service: services[index].name, error: error) }
                steps = course.ended(index)
            case .stop: steps = course.stop()
            case .overdue, nil: return .overdue(tasks.keys.sorted().map { services[$0].name })
            }
        }
    }

    private func start(_ index: Int) -> Task<Void, Never> {
        let (service, tell) = (services[index], tell)
        return Task {
            do {
                try await service.run { tell.yield(.ready(index)) }
                tell.yield(.ended(index, nil))
            } catch {
                tell.yield(.ended(index, error))
            }
        }
    }

    private func startDeadline() -> Task<Void, Never> {
        let (pause, patience, tell) = (pause, patience, tell)
        return Task {
            guard (try? await pause(patience)) != nil else { return }
            tell.yield(.overdue)
        }
    }
}
