/// How many real trees run at once: what a small machine serves within the timings of the tests.
actor TreeSlots {
    static let shared = TreeSlots(capacity: 4)

    private let capacity: Int
    private var free: Int
    private var waiting: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(capacity: Int) {
        self.capacity = capacity
        free = capacity
    }

    /// Takes `weight` slots, all of them at most, in the order of asking; returns how many.
    func take(_ weight: Int) async -> Int {
        let weight = min(weight, capacity)
        if waiting.isEmpty, free >= weight {
            free -= weight
        } else {
            await withCheckedContinuation { waiting.append((weight, $0)) }
        }
        return weight
    }

    func give(back weight: Int) {
        free += weight
        while let next = waiting.first, next.weight <= free {
            waiting.removeFirst()
            free -= next.weight
            next.continuation.resume()
        }
    }
}
