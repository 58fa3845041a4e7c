package import SQLite
package import ServiceRuntime

/// What a node keeps on its disk, in one SQLite file of its data directory.
///
/// Opened on any thread and then used by one at a time. A write that has returned is on the disk.
package final class Store {
    package let directory: String
    /// Made with the data directory and never changed.
    package let instance: UInt64
    /// Whether the deadlines that were found belong to this boot.
    let isSameBoot: Bool
    let database: Database
    let statements: StoreStatements
    private let lock: DataDirectory

    /// Locks a data directory and opens what is in it, making both where they are missing.
    package convenience init(directory: String) throws(StoreFault) {
        let boot: BootID
        do {
            boot = try .current()
        } catch {
            throw .unusable(directory: directory, why: "\(error)")
        }
        try self.init(directory: directory, boot: boot, now: .now)
    }

    /// As above, with the boot, its clock and the file system given.
    ///
    /// `durability` is full wherever data matters: a commit that a power cut can undo was never one.
    package init(
        directory: String, boot: BootID, now: MonotonicInstant, fileSystem: String? = nil,
        durability: Database.Durability = .full
    ) throws(StoreFault) {
        let lock = try DataDirectory(directory)
        let beginning: StoreBeginning
        do throws(SQLiteError) {
            database = try Database(lock.database, durability: durability, fileSystem: fileSystem)
            beginning = try StoreBeginning(of: database, boot: boot, now: now)
        } catch {
            throw .unusable(directory: directory, why: "\(error)")
        }
        guard beginning.format <= StoreSchema.format else {
            throw .newer(directory: directory, format: beginning.format, known: StoreSchema.format)
        }
        guard let instance = beginning.instance else {
            throw .foreign(directory: directory, table: "meta", row: "instance", why: "no number of 16 digits")
        }
        do throws(SQLiteError) {
            statements = try StoreStatements(database)
        } catch {
            throw .unusable(directory: directory, why: "\(error)")
        }
        self.directory = directory
        self.instance = instance
        isSameBoot = beginning.isSameBoot
        self.lock = lock
    }
}
