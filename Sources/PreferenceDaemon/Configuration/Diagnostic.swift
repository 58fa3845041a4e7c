internal import TOML

/// One thing that is wrong or risky in a configuration: where, what, and the remedy.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: Hashable, Sendable {
        /// The configuration cannot be used.
        case error
        /// It can, but it may not do what was meant.
        case warning
    }

    /// What is wrong; messages may change, causes do not.
    package enum Cause: Hashable, CaseIterable, Sendable {
        /// No TOML. Only the first such place of a file is known.
        case syntax
        /// A file that cannot be read.
        case unreadable
        /// No such entry in this table.
        case unknown
        /// An entry or a value that a later version will know.
        case notInThisVersion
        /// A value of another TOML type than the entry's.
        case wrongType
        /// A value of the right type that is malformed or out of range.
        case illegalValue
        /// An entry that is known, but not in this place.
        case misplaced
        /// An entry that must be there.
        case missing
        /// Something that is said twice.
        case duplicate
        /// A key that does not begin with its file's `prefix`.
        case outsideFence
        /// An endpoint that other hosts could reach, or would have to be trusted.
        case exposed
        /// Legal, but probably not what was meant. The one cause of warnings.
        case risky
    }

    package let cause: Cause
    package let file: String
    /// From 1; of the file's beginning where the fault is something that is not there.
    package let line: Int
    /// From 1, in code points.
    package let column: Int
    package let message: String

    package var severity: Severity { cause == .risky ? .warning : .error }

    package var description: String { "\(place)\(severity == .warning ? "warning: " : "")\(message)" }

    /// Where and what, for a log, whose lines say themselves how much they matter.
    package var sentence: String { "\(place)\(message)" }

    private var place: String { "\(file):\(line):\(column): " }
}

extension Diagnostic {
    init(_ cause: Cause, at place: Place, _ message: String) {
        self.init(
            cause: cause,
            file: place.file,
            line: max(1, place.position.line),
            column: max(1, place.position.column),
            message: message)
    }
}

/// A place in one of the files of a configuration.
struct Place: Hashable, Sendable, CustomStringConvertible {
    let file: String
    let position: SourcePosition

    var description: String { "\(file):\(position.line):\(position.column)" }

    /// Where a file is to blame for something that is not in it.
    static func beginning(of file: String) -> Place {
        Place(file: file, position: SourcePosition(line: 1, column: 1))
    }
}
