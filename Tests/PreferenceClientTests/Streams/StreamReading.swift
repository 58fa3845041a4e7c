import PreferenceTree
import Preferences

@testable import PreferenceClient

/// Reads a stream whole or in pieces, against a few declared keys.
enum StreamReading {
    static func type(of key: Key) -> ValueType? {
        switch key.text {
        case "t", "ui.title": .text
        case "n": .int
        case "b", "up": .bool
        case "f", "node_cpu_seconds_total", "m", "latency_bucket": .float
        case "anything": .any
        default: nil
        }
    }

    /// `piece`: the length of the chunks; nil: all at once.
    static func read(
        _ text: String, as format: StreamFormat, defaults: StatementDefaults = StatementDefaults(), piece: Int? = nil
    ) -> (items: [StreamItem], skipped: SkippedSamples) {
        var reader = StatementReader(format: format, defaults: defaults)
        var items: [StreamItem] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(piece ?? rest.count)
            items += reader.read(chunk, types: type)
            rest = rest.dropFirst(chunk.count)
        }
        items += reader.end(types: type)
        return (items, reader.skipped)
    }

    static func statements(_ items: [StreamItem]) -> [Statement] {
        items.compactMap { if case .statement(let statement, _) = $0 { statement } else { nil } }
    }

    static func failures(_ items: [StreamItem]) -> [LineFault] {
        items.compactMap { if case .failure(let fault) = $0 { fault } else { nil } }
    }

    static func publication(
        _ key: String, _ value: Value, source: String = "default", rank: Int32 = 0, lifetime: Lifetime? = nil
    ) -> Statement {
        Statement(operation: .publish(value), key: key, source: source, rank: rank, lifetime: lifetime)
    }
}
