internal import SQLite

/// The tables of a node's database, made to be read with `sqlite3` too.
///
/// Values are canonical CBOR. Instance ids and hashes are hexadecimal text. Deadlines are nanoseconds of the monotonic
/// clock of the boot that `meta` names; times of day are microseconds since 1970.
enum StoreSchema {
    /// Counts changes of the tables; a file of a higher number is refused.
    static let format: Int64 = 1

    static let tables = """
        CREATE TABLE IF NOT EXISTS meta (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            format INTEGER NOT NULL, instance TEXT NOT NULL, boot TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS contributions (
            key TEXT NOT NULL, source TEXT NOT NULL, value BLOB NOT NULL, rank INTEGER NOT NULL,
            lifetime TEXT NOT NULL, lease INTEGER, deadline INTEGER, holder TEXT, since INTEGER NOT NULL,
            by TEXT NOT NULL, PRIMARY KEY (key, source)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS roster (
            name TEXT PRIMARY KEY, id TEXT NOT NULL, branch TEXT NOT NULL, parent TEXT, counted INTEGER NOT NULL,
            presence TEXT NOT NULL, instance TEXT NOT NULL, rank INTEGER NOT NULL, height INTEGER NOT NULL,
            last_seen INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS catalog (
            only INTEGER PRIMARY KEY CHECK (only = 1), hash TEXT NOT NULL, definitions BLOB NOT NULL);
        CREATE TABLE IF NOT EXISTS published (
            key TEXT PRIMARY KEY, value BLOB, explicit INTEGER NOT NULL, revision INTEGER NOT NULL,
            state TEXT NOT NULL, causes BLOB NOT NULL, truncated INTEGER NOT NULL, reason TEXT NOT NULL,
            cause TEXT NOT NULL, time INTEGER NOT NULL, sources INTEGER NOT NULL,
            stale_sources INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS drained (
            only INTEGER PRIMARY KEY CHECK (only = 1));
        """
}
