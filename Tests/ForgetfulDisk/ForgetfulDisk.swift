internal import CForgetfulVFS

/// A disk in memory that forgets at a crash what was not synced: open a database with its `name` as file system.
///
/// It lives until it is released and every database on it closed. All methods may be called from any thread.
@safe package final class ForgetfulDisk: Sendable {
    package let name: String
    /// Guarded by the disk's own mutex; never changed after `init`.
    private nonisolated(unsafe) let disk: OpaquePointer

    package enum Refusal: Error {
        case notRegistered
    }

    /// A fresh disk; the name must not be in use in this process.
    package init(_ name: String) throws(Refusal) {
        self.name = name
        // The disk is owned here and destroyed in deinit alone; the name is copied.
        guard let made = unsafe forgetful_disk_create(name) else { throw .notRegistered }
        unsafe disk = made
    }

    deinit {
        // Connections that are still open keep it.
        unsafe forgetful_disk_destroy(disk)
    }

    /// Cuts the power: open databases fail from now on, and only what was synced is there for new ones.
    package func crash() {
        // The disk is valid as long as self.
        unsafe forgetful_disk_crash(disk, 0)
    }

    /// Cuts the power in the middle of write-back: each unsynced write survives by a coin of the seed, which is not 0.
    package func crash(keepingSomeBySeed seed: UInt64) {
        precondition(seed != 0)
        // The disk is valid as long as self.
        unsafe forgetful_disk_crash(disk, seed)
    }

    /// Makes every write answer an SQLite result code; 0 ends it.
    package func refuseWrites(with result: CInt) {
        // The disk is valid as long as self.
        unsafe forgetful_disk_refuse_writes(disk, result)
    }

    /// Makes every sync answer an SQLite result code; 0 ends it.
    package func refuseSyncs(with result: CInt) {
        // The disk is valid as long as self.
        unsafe forgetful_disk_refuse_syncs(disk, result)
    }

    /// How many syncs were done.
    package var syncs: UInt64 {
        // The disk is valid as long as self.
        unsafe forgetful_disk_syncs(disk)
    }

    /// How many changes a crash would undo now.
    package var unsynced: UInt64 {
        // The disk is valid as long as self.
        unsafe forgetful_disk_unsynced(disk)
    }
}
