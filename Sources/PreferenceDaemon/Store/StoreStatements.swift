internal import SQLite

/// The statements that change a database, compiled once.
struct StoreStatements {
    let putContribution: Statement
    let removeContribution: Statement
    let putRoster: Statement
    let removeRoster: Statement
    let putCatalog: Statement
    let putPublished: Statement
    let removePublished: Statement
    let drain: Statement
    let undrain: Statement

    init(_ database: Database) throws(SQLiteError) {
        putContribution = try database.prepare(
            "INSERT OR REPLACE INTO contributions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        removeContribution = try database.prepare("DELETE FROM contributions WHERE key = ? AND source = ?")
        putRoster = try database.prepare("INSERT OR REPLACE INTO roster VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        removeRoster = try database.prepare("DELETE FROM roster WHERE name = ?")
        putCatalog = try database.prepare("INSERT OR REPLACE INTO catalog VALUES (1, ?, ?)")
        putPublished = try database.prepare(
            "INSERT OR REPLACE INTO published VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        removePublished = try database.prepare("DELETE FROM published WHERE key = ?")
        drain = try database.prepare("INSERT OR IGNORE INTO drained VALUES (1)")
        undrain = try database.prepare("DELETE FROM drained")
    }
}
