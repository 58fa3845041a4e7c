internal import CSQLite

/// A compiled statement: bind, step through its rows, reset, and again.
///
/// It owns its handle and retains its database. Parameters count from 1, columns from 0, as SQL and SQLite have it.
@safe package final class Statement {
    package let text: String
    private let database: Database
    private var handle: OpaquePointer?

    init(_ text: String, on database: Database) throws(SQLiteError) {
        self.text = text
        self.database = database
        // The string is borrowed for the call; the handle is finalised in deinit alone.
        let result = unsafe sqlite3_prepare_v3(
            database.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard result == SQLITE_OK else { throw database.failure(ResultCode(rawValue: result), statement: text) }
        // A text of white space and comments gives no handle and no error.
        guard unsafe handle != nil else {
            throw SQLiteError(
                extendedCode: .misuse, message: "the text has no statement", statement: text, path: database.path)
        }
    }

    deinit {
        // The connection is still open: self retains it.
        _ = unsafe sqlite3_finalize(handle)
    }

    private func check(_ result: CInt) throws(SQLiteError) {
        guard result == SQLITE_OK else {
            throw database.failure(ResultCode(rawValue: result), statement: text)
        }
    }

    // MARK: - Binding

    /// Binds NULL. C: `sqlite3_bind_null`
    package func bindNull(_ parameter: CInt) throws(SQLiteError) {
        // The handle is valid as long as self.
        try check(unsafe sqlite3_bind_null(handle, parameter))
    }

    /// Binds an integer. C: `sqlite3_bind_int64`
    package func bind(_ parameter: CInt, _ value: Int64) throws(SQLiteError) {
        // The handle is valid as long as self.
        try check(unsafe sqlite3_bind_int64(handle, parameter, value))
    }

    /// Binds a number; SQLite makes NULL of a NaN. C: `sqlite3_bind_double`
    package func bind(_ parameter: CInt, _ value: Double) throws(SQLiteError) {
        // The handle is valid as long as self.
        try check(unsafe sqlite3_bind_double(handle, parameter, value))
    }

    /// Binds a text, which may hold zero characters. C: `sqlite3_bind_text`
    package func bind(_ parameter: CInt, _ value: String) throws(SQLiteError) {
        var value = value
        let result = value.withUTF8 { bytes in
            // SQLite copies the bytes before it returns.
            unsafe csqlite_bind_text(handle, parameter, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(result)
    }

    /// Binds bytes; none are an empty blob, not NULL. C: `sqlite3_bind_blob`
    package func bind(_ parameter: CInt, _ value: Span<UInt8>) throws(SQLiteError) {
        // SQLite copies the bytes before it returns.
        let result = unsafe value.withUnsafeBufferPointer { bytes in
            unsafe csqlite_bind_blob(handle, parameter, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(result)
    }

    /// Binds bytes; none are an empty blob, not NULL.
    package func bind(_ parameter: CInt, _ value: [UInt8]) throws(SQLiteError) {
        try bind(parameter, value.span)
    }

    // MARK: - Running

    /// Goes to the next row: false when there is none, and the statement is ready to run again. C: `sqlite3_step`
    package func step() throws(SQLiteError) -> Bool {
        // The handle is valid as long as self.
        let result = unsafe sqlite3_step(handle)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            reset()
            return false
        default:
            let error = database.failure(ResultCode(rawValue: result), statement: text)
            reset()
            throw error
        }
    }

    /// Runs to the end, dropping rows.
    package func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Leaves the rows; what is bound stays. C: `sqlite3_reset`
    package func reset() {
        // It answers the error of the last step again, which was thrown already.
        _ = unsafe sqlite3_reset(handle)
    }
}

// MARK: - Columns of the present row

extension Statement {
    /// What is stored in a column, before any conversion. C: `sqlite3_column_type`
    package func storage(_ column: CInt) -> Storage {
        // The handle is valid as long as self; a column out of range is NULL.
        Storage(unsafe sqlite3_column_type(handle, column))
    }

    /// The column as an integer, 0 for NULL. C: `sqlite3_column_int64`
    package func integer(_ column: CInt) -> Int64 {
        // The handle is valid as long as self.
        unsafe sqlite3_column_int64(handle, column)
    }

    /// The column as a number, 0 for NULL. C: `sqlite3_column_double`
    package func double(_ column: CInt) -> Double {
        // The handle is valid as long as self.
        unsafe sqlite3_column_double(handle, column)
    }

    /// The column as a text, empty for NULL. C: `sqlite3_column_text`
    package func text(_ column: CInt) -> String {
        // The pointer first, then the size, as the manual asks; the bytes are SQLite's until the next step, and copied.
        guard let characters = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
    }

    /// The column as bytes, empty for NULL. C: `sqlite3_column_blob`
    package func blob(_ column: CInt) -> [UInt8] {
        // The pointer first, then the size, as the manual asks; the bytes are SQLite's until the next step, and copied.
        guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The five ways SQLite stores a value.
    package enum Storage: Sendable {
        case integer
        case double
        case text
        case blob
        case null

        init(_ number: CInt) {
            switch number {
            case SQLITE_INTEGER: self = .integer
            case SQLITE_FLOAT: self = .double
            case SQLITE_TEXT: self = .text
            case SQLITE_BLOB: self = .blob
            default: self = .null
            }
        }
    }
}
