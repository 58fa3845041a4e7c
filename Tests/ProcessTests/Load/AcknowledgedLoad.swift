import ServiceRuntime
import Synchronization

/// Publishes rising numbers at a leaf without end, and keeps a log of what was acknowledged.
///
/// Each number goes to every key of the load in one `publish -`; it is acknowledged when that has ended with 0.
final class AcknowledgedLoad: Sendable {
    let leaf: TestNode
    let keys: [String]
    private let state = Mutex((stated: 0, acknowledged: 0, isOver: false))

    init(_ leaf: TestNode, keys count: Int) {
        self.leaf = leaf
        keys = (0..<count).map { "load.\(leaf.name).k\($0)" }
    }

    /// The last number that was acknowledged for every key, and the last that was tried.
    var log: (acknowledged: Int, stated: Int) { state.withLock { ($0.acknowledged, $0.stated) } }

    func stop() { state.withLock { $0.isOver = true } }

    /// Goes on through refusals and restarts of the leaf until it is stopped.
    func run() async throws {
        while !state.withLock({ $0.isOver }) {
            let number = state.withLock { state in
                state.stated += 1
                return state.stated
            }
            let lines = keys.map { "\($0) \(number)\n" }.joined()
            let outcome = try await leaf.prefctl(["publish", "-", "--timeout", "10s"], input: .text(lines))
            if outcome.exit == 0 { state.withLock { $0.acknowledged = number } }
        }
    }
}
