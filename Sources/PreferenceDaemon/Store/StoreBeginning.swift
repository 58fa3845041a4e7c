import Preferences
internal import SQLite
internal import ServiceRuntime

/// What opening a database has found, after making its tables and moving its deadlines to this boot.
struct StoreBeginning {
    let format: Int64
    /// Nil where the text on the disk is no instance.
    let instance: UInt64?
    let isSameBoot: Bool

    init(of database: Database, boot: BootID, now: MonotonicInstant) throws(SQLiteError) {
        let boot = Hexadecimal.text(boot.high) + Hexadecimal.text(boot.low)
        self = try database.transaction { () throws(SQLiteError) in
            try StoreBeginning(of: database, boot: boot, now: now)
        }
    }

    private init(of database: Database, boot: String, now: MonotonicInstant) throws(SQLiteError) {
        guard let found = try StoreBeginning.meta(of: database) else {
            format = StoreSchema.format
            instance = RandomNumber.any()
            isSameBoot = true
            try database.execute(StoreSchema.tables)
            let insert = try database.prepare("INSERT INTO meta VALUES (1, ?, ?, ?)")
            try insert.bind(1, format)
            try insert.bind(2, Hexadecimal.text(instance ?? 0))
            try insert.bind(3, boot)
            try insert.run()
            return
        }
        format = found.format
        instance = Hexadecimal.number(found.instance)
        isSameBoot = found.boot == boot
        if format > StoreSchema.format || isSameBoot { return }
        try StoreBeginning.moveDeadlines(of: database, to: boot, now: now)
    }

    private static func meta(
        of database: Database
    ) throws(SQLiteError) -> (format: Int64, instance: String, boot: String)? {
        let table = try database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'")
        guard try table.step() else { return nil }
        let row = try database.prepare("SELECT format, instance, boot FROM meta")
        guard try row.step() else { return nil }
        return (row.integer(0), row.text(1), row.text(2))
    }

    /// In another boot each lease begins anew; what is on the disk says so before anybody reads it (semantics §5).
    private static func moveDeadlines(
        of database: Database, to boot: String, now: MonotonicInstant
    ) throws(SQLiteError) {
        let leases = try database.prepare("UPDATE contributions SET deadline = ? + lease WHERE lease IS NOT NULL")
        try leases.bind(1, now.nanoseconds)
        try leases.run()
        let meta = try database.prepare("UPDATE meta SET boot = ?")
        try meta.bind(1, boot)
        try meta.run()
    }
}
