import Glibc
import SQLite
import Testing

@Suite("Databases and statements")
struct DatabaseTests {
    private func memory() throws -> Database {
        try Database(":memory:", journal: .rollback)
    }

    @Test("each kind of value comes back as it was bound")
    func values() throws {
        let database = try memory()
        let statement = try database.prepare("SELECT ?, ?, ?, ?, ?, ?, ?")
        try statement.bind(1, Int64.min)
        try statement.bind(2, -0.0)
        try statement.bind(3, "h\u{0}é🦆")
        try statement.bind(4, [0, 255, 7] as [UInt8])
        try statement.bindNull(5)
        try statement.bind(6, "")
        try statement.bind(7, [] as [UInt8])
        #expect(try statement.step())
        #expect(statement.integer(0) == .min)
        #expect(statement.double(1).sign == .minus)
        #expect(statement.text(2) == "h\u{0}é🦆")
        #expect(statement.blob(3) == [0, 255, 7])
        #expect((0..<7).map(statement.storage) == [.integer, .double, .text, .blob, .null, .text, .blob])
        #expect(statement.text(5).isEmpty)
        #expect(statement.blob(6).isEmpty)
        #expect(statement.storage(99) == .null)
        #expect(try !statement.step())
    }

    @Test("a statement runs again with what is still bound")
    func again() throws {
        let database = try memory()
        try database.execute("CREATE TABLE t (a, b)")
        let insert = try database.prepare("INSERT INTO t VALUES (?, ?)")
        try insert.bind(1, 5 as Int64)
        try insert.bind(2, 1 as Int64)
        try insert.run()
        try insert.bind(2, 2 as Int64)
        try insert.run()
        try insert.bindNull(1)
        try insert.bindNull(2)
        try insert.run()
        #expect(database.changes == 1)
        let rows = try database.prepare("SELECT a, b FROM t")
        var found: [[Int64]] = []
        while try rows.step() { found.append([rows.integer(0), rows.integer(1)]) }
        #expect(found == [[5, 1], [5, 2], [0, 0]])
    }

    @Test("a violated constraint tells its kind and the statement, and never what was bound")
    func constraint() throws {
        let database = try memory()
        try database.execute("CREATE TABLE secret (word TEXT PRIMARY KEY) WITHOUT ROWID")
        let insert = try database.prepare("INSERT INTO secret VALUES (?)")
        try insert.bind(1, "swordfish")
        try insert.run()
        let error = #expect(throws: SQLiteError.self) { try insert.run() }
        #expect(error?.code == .constraint)
        #expect(error?.extendedCode == ResultCode(rawValue: 1_555))
        #expect(error?.statement == "INSERT INTO secret VALUES (?)")
        #expect(error.map { "\($0)" }?.contains("swordfish") == false)
    }

    @Test("wrong texts and parameters are refused by code")
    func misuse() throws {
        let database = try memory()
        #expect(throws: SQLiteError.self) { try database.execute("SELEC 1") }
        #expect(#expect(throws: SQLiteError.self) { try database.prepare("SELECT nothing") }?.code == .error)
        #expect(#expect(throws: SQLiteError.self) { try database.prepare("  -- nothing") }?.code == .misuse)
        let statement = try database.prepare("SELECT ?")
        #expect(#expect(throws: SQLiteError.self) { try statement.bind(2, "x") }?.code == .range)
    }

    @Test("what is no database, or is nowhere, is refused when it is opened")
    func badFiles() throws {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: SQLiteError.self) { try Database(scratch.path + "/none/store") }
        #expect(error?.code == .cannotOpen)
        #expect(error?.path == scratch.path + "/none/store")
        let text = scratch.path + "/text"
        try scratch.write(String(repeating: "no database ", count: 1_000), to: "text")
        #expect(#expect(throws: SQLiteError.self) { try Database(text) }?.code == .notADatabase)
    }

    @Test("a transaction that throws leaves nothing, one that returns leaves all")
    func transactions() throws {
        let database = try memory()
        try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
        #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (1)")
                try database.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(!database.isInTransaction)
        let count = try database.prepare("SELECT count(*) FROM t")
        #expect(try count.step())
        #expect(count.integer(0) == 0)
        count.reset()
        let answer = try database.transaction { () throws(SQLiteError) -> Int in
            try database.execute("INSERT INTO t VALUES (1)")
            return 42
        }
        #expect(answer == 42)
        #expect(try count.step())
        #expect(count.integer(0) == 1)
    }

    @Test("a second writer is told that the file is busy")
    func busy() throws {
        let scratch = try ScratchDirectory()
        let first = try Database(scratch.path + "/store")
        let second = try Database(scratch.path + "/store", busyMilliseconds: 0)
        try first.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: SQLiteError.self) {
            try second.transaction { () throws(SQLiteError) in }
        }
        #expect(error?.code == .busy)
        try first.execute("ROLLBACK")
        try second.transaction { () throws(SQLiteError) in }
    }
}
