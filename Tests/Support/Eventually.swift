import Glibc

/// What a test waited for in vain.
package struct NeverHappened: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    fileprivate init(_ what: String, within limit: Duration) {
        self.init("after \(limit) it is not so that \(what)")
    }
}

/// Looks again and again until the condition holds; the deadline is only for what never happens.
package func eventually(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while !(try await condition()) {
        if clock.now > deadline { throw NeverHappened(what, within: limit) }
        try await clock.sleep(for: .milliseconds(10))
    }
}

/// The same for a test that has a thread of its own.
package func waitUntil(_ what: String, within limit: Duration = .seconds(30), _ condition: () throws -> Bool) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while !(try condition()) {
        if clock.now > deadline { throw NeverHappened(what, within: limit) }
        usleep(2_000)
    }
}
