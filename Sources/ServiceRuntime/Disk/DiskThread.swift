internal import CLinux
internal import Synchronization

/// A thread that may block on the disk, so that the event loop never does: first in, first out, with group commit.
///
/// While a batch is on its way to the disk new work gathers and becomes the next one. The queue is bounded; what does
/// not fit is refused and counted, and nothing is dropped once it was accepted. Completions come on the event loop, in
/// order.
package final class DiskThread<Worker: BatchWorker>: Sendable {
    /// What became of a submission.
    package enum Admission: Equatable, Sendable {
        case accepted
        /// The queue is full: refuse the client, or wait for a completion.
        case full
        /// `stop` was called.
        case stopped
    }

    /// What went through, for metrics.
    package struct Counters: Equatable, Sendable {
        package var queued = 0
        package var accepted = 0
        package var refused = 0
        package var batches = 0
        package var largestBatch = 0
    }

    private struct State {
        var queue: [Worker.Work] = []
        var counters = Counters()
        var isStopping = false
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let capacity: Int
    private let wake: Descriptor
    private let state = Mutex(State())
    private let worker: Mutex<Worker?>
    private let loop: EventLoop
    private let completed: @Sendable (Worker.Outcome) -> Void

    /// Starts the thread; `capacity` is how many submissions may wait, `completed` runs on the loop for each batch.
    package init(
        name: String, capacity: Int, worker: sending Worker, loop: EventLoop,
        completed: @escaping @Sendable (Worker.Outcome) -> Void
    ) throws(SystemError) {
        self.capacity = capacity
        self.loop = loop
        self.completed = completed
        wake = Descriptor(try SystemError.check(clinux_wake_open(), "eventfd"))
        self.worker = Mutex(worker)
        Thread.start(name) { self.run() }
    }

    /// Queues work; from any thread.
    package func submit(_ work: Worker.Work) -> Admission {
        state.withLock { state in
            if state.isStopping { return .stopped }
            guard state.queue.count < capacity else {
                state.counters.refused += 1
                return .full
            }
            state.queue.append(work)
            state.counters.accepted += 1
            state.counters.queued = state.queue.count
            if state.queue.count == 1 { clinux_wake(wake.number) }
            return .accepted
        }
    }

    package var counters: Counters {
        state.withLock { $0.counters }
    }

    /// Accepts nothing more; what was accepted is carried out, then the worker and the thread end.
    package func stop() {
        state.withLock { state in
            state.isStopping = true
            clinux_wake(wake.number)
        }
    }

    /// Waits until the thread has ended, with its last completion posted.
    package func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if isOver { continuation.resume() }
        }
    }

    private func run() {
        while let batch = nextBatch() {
            // The lock is this thread's alone; it is how the worker, which is not Sendable, came here.
            let outcome = worker.withLock { worker in worker?.perform(batch) }
            if let outcome { loop.post { [completed] in completed(outcome) } }
        }
        worker.withLock { $0 = nil }
        let waiting = state.withLock { state in
            state.hasEnded = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for work and takes all there is; nil when there will be none.
    private func nextBatch() -> [Worker.Work]? {
        while true {
            let (batch, isStopping) = state.withLock { state in
                let batch = state.queue
                guard !batch.isEmpty else { return (batch, state.isStopping) }
                state.queue = []
                state.counters.queued = 0
                state.counters.batches += 1
                state.counters.largestBatch = max(state.counters.largestBatch, batch.count)
                if !state.isStopping { clinux_wake_clear(wake.number) }
                return (batch, state.isStopping)
            }
            if !batch.isEmpty { return batch }
            if isStopping { return nil }
            _ = clinux_wait_readable(wake.number, -1, -1)
        }
    }
}
