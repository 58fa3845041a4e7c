import PreferenceTestSupport
import Preferences
import ServiceRuntime
import Testing

/// A recorded `prefctl watch --json`.
final class Watcher: Sendable {
    let program: RunningProgram

    init(_ program: RunningProgram) { self.program = program }

    /// Every complete line so far.
    func lines() throws -> [WatchLine] {
        let text = program.output
        guard let end = text.lastIndex(of: "\n") else { return [] }
        return try text[..<end].split(separator: "\n").map(WatchLine.init)
    }

    func records() throws -> [WatchRecord] {
        try lines().compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    /// How many records there are: a place to look from later.
    func count() throws -> Int { try records().count }

    func news(since mark: Int) throws -> [WatchRecord] { Array(try records().dropFirst(mark)) }

    /// Waits for the end of a snapshot, the first or the `number`th.
    func synced(_ number: Int = 1) async throws {
        try await eventually("a watcher has its snapshot; stderr: \(program.errors)") {
            try lines().filter { if case .synced = $0 { true } else { false } }.count >= number
        }
    }

    /// Waits until it has been told this after `mark`.
    @discardableResult
    func sees(
        _ key: String, _ value: Value, since mark: Int = 0, within limit: Duration = .seconds(30)
    ) async throws -> WatchRecord {
        var found: WatchRecord?
        try await eventually(
            "a watcher is told \(key) \(JSONWriter.text(of: value)); stderr: \(program.errors)", within: limit
        ) {
            found = try news(since: mark).last { $0.key == key }
            return found?.value == value
        }
        return try #require(found)
    }

    /// The newest of each key.
    func newest() throws -> [String: WatchRecord] {
        Dictionary(try records().map { ($0.key, $0) }) { $1 }
    }
}
