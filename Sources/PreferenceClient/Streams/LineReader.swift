/// Splits a stream of bytes into lines of a bounded length, whatever the chunks.
package struct LineReader: Sendable {
    package struct Line: Hashable, Sendable {
        /// From 1.
        package var number: Int
        /// Without its end; nil: longer than the limit, and not kept.
        package var bytes: [UInt8]?
    }

    /// The longest line that is kept, in bytes: a value of 64 KiB in JSON escapes, with names around it.
    package static let maximumBytes = 1 << 20

    private let limit: Int
    private var partial: [UInt8] = []
    private var isTooLong = false
    private var number = 0

    package init(limit: Int = LineReader.maximumBytes) { self.limit = limit }

    /// The lines that a chunk completes.
    package mutating func read(_ chunk: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = chunk[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            lines.append(take())
            rest = rest[rest.index(after: end)...]
        }
        keep(rest)
        return lines
    }

    /// The last line where the stream ended without a line's end.
    package mutating func end() -> Line? { partial.isEmpty && !isTooLong ? nil : take() }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        // One more for the carriage return that is not counted.
        if isTooLong || bytes.count > limit + 1 - partial.count {
            isTooLong = true
            partial = []
        } else {
            partial.append(contentsOf: bytes)
        }
    }

    private mutating func take() -> Line {
        number += 1
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        let line = Line(number: number, bytes: isTooLong || partial.count > limit ? nil : partial)
        partial.removeAll(keepingCapacity: true)
        isTooLong = false
        return line
    }
}
