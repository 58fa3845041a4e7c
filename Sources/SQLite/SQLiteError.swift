internal import CSQLite

/// What SQLite refused: the code, its words, the statement's text and the file; bound values never.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The primary code: what to decide by.
    package let code: ResultCode
    /// The extended code: which kind of it.
    package let extendedCode: ResultCode
    package let message: String
    /// The text of the statement, with its parameters as written.
    package let statement: String?
    package let path: String

    package init(extendedCode: ResultCode, message: String, statement: String? = nil, path: String) {
        code = extendedCode.primary
        self.extendedCode = extendedCode
        self.message = message
        self.statement = statement
        self.path = path
    }

    package var description: String {
        let words = "\(path): \(message) (\(extendedCode.rawValue))"
        return statement.map { "\(words), in: \($0)" } ?? words
    }
}
