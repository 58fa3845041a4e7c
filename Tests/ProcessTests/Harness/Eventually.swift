import ServiceRuntime

/// What a test waited for in vain.
struct NeverHappened: Error, CustomStringConvertible {
    let description: String
}

/// Looks again and again until the condition holds; the deadline is only for what never happens.
func eventually(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while !(try await condition()) {
        if clock.now > deadline { throw NeverHappened(description: "after \(limit) it is not so that \(what)") }
        try await clock.sleep(for: .milliseconds(10))
    }
}
