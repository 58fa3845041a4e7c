/// Why a data directory cannot be used: the process ends with exit code 3.
package enum StoreFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process has it; nil where its process id is not known.
    case inUse(directory: String, by: Int32?)
    /// It cannot be made, locked, read or written.
    case unusable(directory: String, why: String)
    /// A later version of this program made it.
    case newer(directory: String, format: Int64, known: Int64)
    /// Something in it was not written by this program.
    case foreign(directory: String, table: String, row: String, why: String)

    package var description: String {
        switch self {
        case .inUse(let directory, let process?):
            "data directory \(directory) is in use by pid \(process); stop it, or set another [node] data_dir"
        case .inUse(let directory, nil):
            "data directory \(directory) is in use by another process; stop it, or set another [node] data_dir"
        case .unusable(let directory, let why): "data directory \(directory) cannot be used: \(why)"
        case .newer(let directory, let format, let known):
            "data directory \(directory) has format \(format), this version knows up to \(known); "
                + "install the version that wrote it, or set another [node] data_dir"
        case .foreign(let directory, let table, let row, let why):
            "data directory \(directory) has a row in table \(table) that cannot be read (\(row)): \(why); "
                + "repair it with sqlite3, or set another [node] data_dir"
        }
    }
}
