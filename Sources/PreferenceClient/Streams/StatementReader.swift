package import PreferenceTree
package import Preferences

/// Reads the statements of `publish -`, as they come in chunks.
///
/// A line that states nothing is a failure with its number, and the next line is read all the same.
package struct StatementReader: Sendable {
    /// The type of a key; nil: no definition covers it.
    package typealias Types = (Key) -> ValueType?

    package let format: StreamFormat
    package private(set) var skipped = SkippedSamples()
    private let defaults: StatementDefaults
    private var lines = LineReader()

    package init(format: StreamFormat, defaults: StatementDefaults) {
        self.format = format
        self.defaults = defaults
    }

    /// What the lines come to that a chunk completes.
    package mutating func read(_ chunk: some Collection<UInt8>, types: Types) -> [StreamItem] {
        var items: [StreamItem] = []
        for line in lines.read(chunk) {
            if let item = item(of: line, types: types) { items.append(item) }
        }
        return items
    }

    /// What a last line without an end comes to.
    package mutating func end(types: Types) -> [StreamItem] {
        guard let line = lines.end(), let item = item(of: line, types: types) else { return [] }
        return [item]
    }

    private mutating func item(of line: LineReader.Line, types: Types) -> StreamItem? {
        do {
            guard let statement = try statement(of: line, types: types) else { return nil }
            return .statement(statement, line: line.number)
        } catch {
            return .failure(LineFault(line: line.number, fault: error))
        }
    }

    private mutating func statement(of line: LineReader.Line, types: Types) throws(ClientFault) -> Statement? {
        guard let bytes = line.bytes else {
            if format == .prometheus {
                skipped.tooLong += 1
                return nil
            }
            throw ClientFault(.node(.tooLarge), "the line has more than \(LineReader.maximumBytes) bytes")
        }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
        switch format {
        case .lines: return try PlainLine.statement(bytes, defaults: defaults, types: types)
        case .ndjson: return try ObjectLine.statement(bytes, defaults: defaults, types: types)
        case .prometheus:
            guard let sample = try ExpositionSample(bytes) else { return nil }
            return try sample.statement(defaults: defaults, types: types, skipped: &skipped)
        }
    }
}

/// What statements of a stream have that do not say otherwise.
package struct StatementDefaults: Hashable, Sendable {
    /// Names the stream; nil: none was given.
    package var source: SourceName?
    package var rank: Int32
    package var lifetime: Lifetime?
    package var take: Bool

    package init(source: SourceName? = nil, rank: Int32 = 0, lifetime: Lifetime? = nil, take: Bool = false) {
        self.source = source
        self.rank = rank
        self.lifetime = lifetime
        self.take = take
    }

    /// The source of a statement that names none.
    var sourceText: String { source?.text ?? PublishCommand.defaultSource }

    func statement(
        _ operation: Statement.Operation, key: Key, source: String? = nil, rank: Int32? = nil,
        lifetime: Lifetime? = nil
    ) -> Statement {
        Statement(
            operation: operation, key: key.text, source: source ?? sourceText, rank: rank ?? self.rank,
            lifetime: lifetime ?? self.lifetime, take: take)
    }
}
