internal import Glibc
internal import ServiceRuntime

/// The directory that holds what a node keeps, locked for this process.
struct DataDirectory: ~Copyable {
    let path: String
    private let lock: FileLock

    static let lockName = "lock"
    static let databaseName = "prefd.sqlite3"

    var database: String { FilePath.resolve(DataDirectory.databaseName, in: path) }

    /// Makes the directory if it is not there, and locks it. C: `mkdir`, `flock`
    init(_ path: String) throws(StoreFault) {
        // What is kept there is nobody else's business.
        // unsafe: the path is a terminated copy for the call.
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            let error = SystemError(code: errno, operation: "make directory")
            throw .unusable(directory: path, why: "\(error); make it, or set another [node] data_dir")
        }
        do {
            lock = try FileLock(FilePath.resolve(DataDirectory.lockName, in: path))
        } catch {
            switch error {
            case .held(_, let process): throw .inUse(directory: path, by: process)
            case .failed(let why): throw .unusable(directory: path, why: "\(why)")
            }
        }
        self.path = path
    }
}
