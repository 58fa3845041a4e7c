package import PreferenceTree

/// What a line of a stream comes to.
package enum StreamItem: Hashable, Sendable {
    case statement(Statement, line: Int)
    case failure(LineFault)
}

/// Why a line states nothing.
package struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package var line: Int
    package var fault: ClientFault

    package init(line: Int, fault: ClientFault) {
        self.line = line
        self.fault = fault
    }

    package var description: String { "line \(line): \(fault)" }
}

/// What an exposition has that is passed over, by kind.
package struct SkippedSamples: Hashable, Sendable, CustomStringConvertible {
    /// Metrics that no definition covers.
    package var undeclared = 0
    package var notANumber = 0
    /// Lines, names or label sets beyond their limit.
    package var tooLong = 0

    package init() {}

    package var total: Int { undeclared + notANumber + tooLong }

    package var description: String {
        let kinds = [(undeclared, "undeclared"), (notANumber, "NaN"), (tooLong, "too long")]
        return kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
