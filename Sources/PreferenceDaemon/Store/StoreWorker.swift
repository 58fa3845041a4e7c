internal import ServiceRuntime

/// The disk thread's side of a store: what waits is one commit.
struct StoreWorker: BatchWorker {
    private let store: Store

    init(_ store: Store) { self.store = store }

    mutating func perform(_ batch: [StoreTicket]) -> [StoreResult] { store.apply(batch) }
}
