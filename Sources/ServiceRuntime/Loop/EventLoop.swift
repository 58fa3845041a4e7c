internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that waits for events, runs the jobs of the actors on it, and gives its resident a turn: again and again.
///
/// Anything may be enqueued or posted from any thread at any time. Before `start` it waits; after the end of the thread
/// it is run, still one at a time, by whoever brings it, so that nobody waits for ever on a loop that has stopped.
package final class EventLoop: SerialExecutor {
    /// Readable exactly while work is queued or `stop` was called: it is set and cleared under the queue's lock.
    private let wake: Descriptor
    /// Readable once the resident's next turn is due.
    private let timer: Descriptor
    private let queue = Mutex(Queue())
    /// The thread that runs jobs now: 0 if none does.
    private let owner = Atomic<UInt>(0)
    private let name: String

    private enum Work: Sendable {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private enum Phase {
        /// The thread runs, or will.
        case alive
        /// The thread is to end.
        case stopping
        /// The thread has ended; `isDraining` while some other one runs what came late.
        case ended(isDraining: Bool)
    }

    private struct Queue {
        var work: [Work] = []
        var phase = Phase.alive
        var waiting: [CheckedContinuation<Void, Never>] = []

        var isAlive: Bool {
            if case .alive = phase { true } else { false }
        }
    }

    /// Makes a loop without a thread yet; `name` will be the thread's.
    package init(name: String) throws(SystemError) {
        self.name = name
        wake = Descriptor(try SystemError.check(clinux_wake_open(), "eventfd"))
        timer = Descriptor(try SystemError.check(clinux_timer_open(), "timerfd_create"))
    }

    /// What the resident must wait for beside its own sources.
    package var descriptors: [CInt] { [wake.number, timer.number] }

    // MARK: - From any thread

    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Runs `call` on the loop's thread before the next turn, after what was enqueued earlier.
    package func post(_ call: @escaping @Sendable () -> Void) {
        add(.call(call))
    }

    /// Asks the thread to end after the present turn and the jobs that wait.
    package func stop() {
        queue.withLock { queue in
            if case .alive = queue.phase { queue.phase = .stopping }
            clinux_wake(wake.number)
        }
    }

    /// Waits until the thread has ended.
    package func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = queue.withLock { queue in
                if case .ended = queue.phase { return true }
                queue.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Whether the caller runs on the loop.
    package var isCurrent: Bool { owner.load(ordering: .acquiring) == Thread.current }

    package func checkIsolated() {
        precondition(isCurrent, "not on the thread of loop \(name)")
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    private func add(_ work: Work) {
        let isToDrain = queue.withLock { queue in
            queue.work.append(work)
            switch queue.phase {
            case .alive, .stopping:
                if queue.work.count == 1 { clinux_wake(wake.number) }
                return false
            case .ended(let isDraining):
                queue.phase = .ended(isDraining: true)
                return !isDraining
            }
        }
        if isToDrain { drain() }
    }

    // MARK: - On the thread

    /// Starts the thread, once only; it keeps the loop and the resident until it ends.
    package func start(_ resident: some LoopResident) {
        Thread.start(name) { self.run(resident) }
    }

    private func run(_ resident: some LoopResident) {
        owner.store(Thread.current, ordering: .releasing)
        resident.assumeIsolated { $0.begin() }
        var armed: MonotonicInstant?
        while true {
            let isStopping = runQueued()
            let due = resident.assumeIsolated { $0.turn() }
            if isStopping { break }
            let isDue = due.map { $0 <= .now } ?? false
            // Setting the timer anew also clears an expiry; until then it only keeps the thread from sleeping.
            if !isDue, due != armed {
                arm(due)
                armed = due
            }
            let mayBlock = !isDue && queue.withLock { $0.work.isEmpty && $0.isAlive }
            resident.assumeIsolated { $0.wait(mayBlock: mayBlock) }
        }
        _ = runQueued()
        resident.assumeIsolated { $0.end() }
        finish()
    }

    private func arm(_ deadline: MonotonicInstant?) {
        // 0 disarms; a deadline before the first nanosecond is the first.
        _ = clinux_timer_set(timer.number, deadline.map { max(1, $0.nanoseconds) } ?? 0)
    }

    /// Runs what is queued, in order; answers whether the thread is to end.
    private func runQueued() -> Bool {
        let (batch, isStopping) = queue.withLock { queue in
            let batch = queue.work
            if !batch.isEmpty {
                queue.work = []
                clinux_wake_clear(wake.number)
            }
            return (batch, !queue.isAlive)
        }
        for work in batch { run(work) }
        return isStopping
    }

    private func run(_ work: Work) {
        switch work {
        case .job(let job):
            // The executor is self, which lives through the call.
            unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        case .call(let call): call()
        }
    }

    private func finish() {
        owner.store(0, ordering: .releasing)
        let waiting = queue.withLock { queue in
            let waiting = queue.waiting
            queue.waiting = []
            queue.phase = .ended(isDraining: true)
            return waiting
        }
        drain()
        for continuation in waiting { continuation.resume() }
    }

    /// Runs what came after the end, on the caller's thread, until nothing is left.
    private func drain() {
        while true {
            let batch = queue.withLock { queue in
                let batch = queue.work
                queue.work = []
                if batch.isEmpty { queue.phase = .ended(isDraining: false) }
                return batch
            }
            guard !batch.isEmpty else { return }
            owner.store(Thread.current, ordering: .releasing)
            for work in batch { run(work) }
            owner.store(0, ordering: .releasing)
        }
    }
}
