import ServiceRuntime
import Synchronization

/// An actor that lives on a loop of its own and has timers.
actor Resident: LoopResident {
    nonisolated let loop: EventLoop
    private var poller: DescriptorPoller
    private var timers: [String: MonotonicInstant] = [:]
    private(set) var fired: [String] = []
    private(set) var turns = 0
    private(set) var hasBegun = false
    private var waiting: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []
    nonisolated let hasEnded = Mutex(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The loop is kept as long as self.
        unsafe loop.asUnownedSerialExecutor()
    }

    init() throws {
        let loop = try EventLoop(name: "resident")
        self.loop = loop
        poller = DescriptorPoller(loop.descriptors)
    }

    func begin() {
        loop.checkIsolated()
        hasBegun = true
    }

    func wait(mayBlock: Bool) {
        loop.checkIsolated()
        poller.wait(mayBlock: mayBlock)
    }

    func turn() -> MonotonicInstant? {
        loop.checkIsolated()
        turns += 1
        while let (name, at) = timers.min(by: { $0.value < $1.value }), at <= .now {
            timers[name] = nil
            fired.append(name)
            waiting.filter { $0.name == name }.forEach { $0.continuation.resume() }
            waiting.removeAll { $0.name == name }
        }
        return timers.values.min()
    }

    func end() {
        loop.checkIsolated()
        hasEnded.withLock { $0 = true }
    }

    func setTimer(_ name: String, inNanoseconds span: Int64) {
        timers[name] = MonotonicInstant.now.advanced(byNanoseconds: span)
    }

    /// All in one visit, so that none is due before the last is set.
    func setTimers(_ all: [String: Int64], cancelling name: String) {
        for (name, nanoseconds) in all { setTimer(name, inNanoseconds: nanoseconds) }
        cancelTimer(name)
    }

    func cancelTimer(_ name: String) {
        timers[name] = nil
    }

    func waitFor(_ name: String) async {
        guard !fired.contains(name) else { return }
        await withCheckedContinuation { waiting.append((name, $0)) }
    }

    /// Isolated state that only a job of the loop may touch.
    private(set) var count = 0

    func increment() {
        assertIsolated()
        loop.checkIsolated()
        count += 1
    }
}
