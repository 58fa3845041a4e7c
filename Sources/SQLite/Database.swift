internal import CSQLite

/// A connection to one database file: made, used and closed by one thread at a time.
///
/// It owns its handle; statements retain it. What is committed with `.full` durability is on the disk when `commit`
/// returns.
@safe package final class Database {
    package let path: String
    private(set) var handle: OpaquePointer?

    /// How changes reach the file.
    package enum Journal: Sendable {
        /// A write-ahead log: one sync for each commit, and readers do not wait.
        case writeAhead
        /// A rollback journal: one file when at rest.
        case rollback
    }

    /// What a commit waits for.
    package enum Durability: Sendable {
        /// Until the disk has it: `synchronous=FULL` with a write-ahead log; `EXTRA` with a rollback journal, whose
        /// deletion is the commit and so must itself be on the disk.
        case full
        /// Nothing: for data that can be made again.
        case none
    }

    /// Opens the file, or makes it. C: `sqlite3_open_v2`
    ///
    /// `busyMilliseconds` is how long a statement waits for another connection; `fileSystem` names a registered VFS
    /// instead of the usual one.
    package init(
        _ path: String, journal: Journal = .writeAhead, durability: Durability = .full,
        busyMilliseconds: CInt = 5_000, fileSystem: String? = nil
    ) throws(SQLiteError) {
        self.path = path
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // Even a failed open may give a handle, which deinit closes; the strings are borrowed for the call.
        let result = unsafe sqlite3_open_v2(path, &handle, flags, fileSystem)
        guard result == SQLITE_OK else { throw failure(ResultCode(rawValue: result)) }
        // The handle is open.
        _ = unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
        try execute("PRAGMA journal_mode=\(journal == .writeAhead ? "WAL" : "DELETE")")
        switch (durability, journal) {
        case (.full, .writeAhead): try execute("PRAGMA synchronous=FULL")
        case (.full, .rollback): try execute("PRAGMA synchronous=EXTRA")
        case (.none, _): try execute("PRAGMA synchronous=OFF")
        }
        try execute("PRAGMA foreign_keys=ON")
    }

    deinit {
        // close_v2 waits for statements that are left, of which there are none: they retain self.
        _ = unsafe sqlite3_close_v2(handle)
    }

    /// The error of the call just made on this connection.
    func failure(_ code: ResultCode, statement: String? = nil) -> SQLiteError {
        // Without memory an open gives no handle to ask.
        guard unsafe handle != nil else {
            return SQLiteError(extendedCode: code, message: code.description, statement: statement, path: path)
        }
        // The text is SQLite's until the next call, and copied here.
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        return SQLiteError(extendedCode: code, message: message, statement: statement, path: path)
    }

    /// Runs one or more statements that have no parameters, and drops their rows. C: `sqlite3_exec`
    package func execute(_ text: String) throws(SQLiteError) {
        // The string is borrowed for the call.
        let result = unsafe sqlite3_exec(handle, text, nil, nil, nil)
        guard result == SQLITE_OK else { throw failure(ResultCode(rawValue: result), statement: text) }
    }

    /// Compiles the first statement of a text, to be run any number of times. C: `sqlite3_prepare_v3`
    package func prepare(_ text: String) throws(SQLiteError) -> Statement {
        try Statement(text, on: self)
    }

    /// The rows changed by the last statement that changed any. C: `sqlite3_changes64`
    package var changes: Int {
        // The handle is open as long as self.
        Int(unsafe sqlite3_changes64(handle))
    }

    /// Whether a transaction is open. C: `sqlite3_get_autocommit`
    package var isInTransaction: Bool {
        // The handle is open as long as self.
        unsafe sqlite3_get_autocommit(handle) == 0
    }
}

// MARK: - Transactions

extension Database {
    /// Runs `body` as one transaction: all of it is committed, or nothing of it if it throws.
    ///
    /// It takes the write lock at once, so that it cannot fail for it half way.
    package func transaction<Answer>(_ body: () throws(SQLiteError) -> Answer) throws(SQLiteError) -> Answer {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let answer = try body()
            try execute("COMMIT")
            return answer
        } catch {
            // Some errors (a full disk, say) have rolled back by themselves.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}

// MARK: - The version of the tables

extension Database {
}
