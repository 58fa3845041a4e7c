/// The order of starting and stopping, apart from what is started and stopped.
struct Course {
    /// What the group is to do next.
    enum Step: Equatable {
        case start(Int)
        /// All services are ready.
        case announce
        case cancel(Int)
        case finish
    }

    private let count: Int
    private var running: Set<Int> = []
    /// The services below it have been started.
    private var started = 0
    private(set) var isStopping = false
    /// The one that was asked to end last.
    private var cancelled: Int?

    init(count: Int) {
        self.count = count
    }

    mutating func begin() -> [Step] {
        startNext()
    }

    private mutating func startNext() -> [Step] {
        guard started < count else { return [.announce] }
        running.insert(started)
        started += 1
        return [.start(started - 1)]
    }

    /// A service serves; only the newest one's word counts, and once.
    mutating func becameReady(_ index: Int) -> [Step] {
        guard !isStopping, index == started - 1, !announced.contains(index) else { return [] }
        announced.insert(index)
        return startNext()
    }

    private var announced: Set<Int> = []

    mutating func ended(_ index: Int) -> [Step] {
        running.remove(index)
        isStopping = true
        return cancelNext()
    }

    mutating func stop() -> [Step] {
        guard !isStopping else { return [] }
        isStopping = true
        return cancelNext()
    }

    /// The last one that runs is next, unless it was asked already.
    private mutating func cancelNext() -> [Step] {
        guard let last = running.max() else { return [.finish] }
        guard last != cancelled else { return [] }
        cancelled = last
        return [.cancel(last)]
    }
}
