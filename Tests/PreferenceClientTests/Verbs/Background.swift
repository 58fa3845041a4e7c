import Foundation
import PreferenceTestSupport
import Synchronization

/// Runs something beside the test, on a thread of its own.
final class Background<Result: Sendable>: Sendable {
    private let ended = Mutex<Swift.Result<Result, any Error>?>(nil)

    init(_ body: @escaping @Sendable () throws -> Result) {
        Thread.detachNewThread { [self] in
            let result = Swift.Result { try body() }
            ended.withLock { $0 = result }
        }
    }

    /// Waits for the end.
    func result() throws -> Result {
        try waitUntil("what was begun beside the test has ended") { ended.withLock { $0 } != nil }
        guard let result = ended.withLock({ $0 }) else { throw Unended() }
        return try result.get()
    }

    private struct Unended: Error {}
}
