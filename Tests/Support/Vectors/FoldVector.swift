package import Preferences

/// What one node must show of one key.
package struct VectorExpectation: Sendable {
    package var key = "k"
    /// The node, by positions; empty: the root.
    package var place: [Int] = []
    /// Nil where the partial cannot be lowered.
    package var value: Value?
    package var isExplicit = true
    /// The reduce calls in the whole subtree.
    package var reduces: Int?
    /// `overflow` or `undefined`.
    package var cause: String?
    package var notifications: Int?
    /// A source that the fold never reads: another value of it changes nothing.
    package var unread: [Int]?
}

/// One row of `fold.txt`: name | definitions | tree | expectations.
package struct FoldVector: Sendable, CustomStringConvertible {
    /// Which trees the row stands for.
    package enum Shapes: Sendable {
        case asWritten
        /// Any grouping of the sources in this order.
        case anyShape
        /// Any grouping in any order.
        case anyOrder
        /// As written, and with a pass-through aggregator above each node.
        case passThrough
    }

    package let name: String
    package let line: Int
    package let definitions: [VectorDefinition]
    package let shapes: Shapes
    package let tree: VectorNode
    package let expectations: [VectorExpectation]

    package var description: String { name }
    /// Only the core can show it: a custom policy.
    package var isCoreOnly: Bool { definitions.contains { $0.isCustom } }

    package static func read(_ text: String) throws -> [FoldVector] {
        var vectors: [FoldVector] = []
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let row = line.drop { $0 == " " }
            if row.isEmpty || row.hasPrefix("#") { continue }
            vectors.append(try FoldVector(row: String(row), line: offset + 1))
        }
        return vectors
    }

    private init(row: String, line: Int) throws {
        let columns = row.split(separator: "|", omittingEmptySubsequences: false)
        guard columns.count == 4 else { throw VectorFault(line: line, "a row has four columns") }
        name = String(columns[0].reversed().drop { $0 == " " }.reversed())
        self.line = line
        var scanner = VectorScanner(columns[1], line: line)
        definitions = try scanner.definitions()
        scanner = VectorScanner(columns[2], line: line)
        if scanner.take("^") {
            shapes = .passThrough
        } else if scanner.take("~") {
            shapes = scanner.take("~") ? .anyOrder : .anyShape
        } else {
            shapes = .asWritten
        }
        tree = try scanner.tree()
        scanner = VectorScanner(columns[3], line: line)
        var expectations = [try scanner.expectation()]
        while scanner.take(";") { expectations.append(try scanner.expectation()) }
        self.expectations = expectations
    }
}

extension VectorScanner {
    /// `[key:] [at place] value|none [implicit] [(reduces)] [cause=…] [notifications=n] [unread=place]`
    package mutating func expectation() throws -> VectorExpectation {
        var expectation = VectorExpectation()
        if let key = name(before: ":") { expectation.key = key }
        if peek() == "a", let place = try placeAfterAt() { expectation.place = place }
        if peek() == "n", takeWord("none") { expectation.value = nil } else { expectation.value = try value() }
        while !isAtEnd, peek() != ";" {
            if take("(") {
                expectation.reduces = try number()
                try expect(")")
            } else if let option = name(before: "=") {
                switch option {
                case "cause": expectation.cause = word()
                case "notifications": expectation.notifications = try number()
                case "unread": expectation.unread = try path()
                default: throw fault("no option \(option)")
                }
            } else if word() == "implicit" {
                expectation.isExplicit = false
            } else {
                throw fault("expected an option")
            }
        }
        return expectation
    }

    private mutating func placeAfterAt() throws -> [Int]? {
        if !takeWord("at") { return nil }
        return try path()
    }

    /// Takes a word if it comes next.
    package mutating func takeWord(_ expected: String) -> Bool {
        var ahead = self
        if ahead.word() != expected { return false }
        self = ahead
        return true
    }
}
