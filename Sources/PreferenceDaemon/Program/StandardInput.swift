internal import Glibc

/// What the program is given to read.
enum StandardInput {
    /// All of it, until its end, or as much as a configuration may have.
    static func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= ConfigurationFiles.maximumBytes {
            // unsafe: writes at most the chunk's size into the chunk.
            let count = unsafe read(0, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
