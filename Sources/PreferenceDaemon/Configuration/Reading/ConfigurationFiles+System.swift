internal import Glibc

extension ConfigurationFiles {
    /// The longest configuration file in bytes; a longer one is most likely something else.
    static let maximumBytes = 16 << 20

    /// The file system of this machine.
    package static let system = ConfigurationFiles(contents: readFile, matching: findFiles)
}

/// Reads a regular file whole: open(2), fstat(2), read(2).
private func readFile(_ path: String) -> Result<[UInt8], UnreadableFile> {
    // Without O_NONBLOCK the open of a named pipe would wait for a writer.
    // unsafe: the path is a terminated copy for the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(.lastError()) }
    defer { close(descriptor) }
    var status = stat()
    // unsafe: fills the struct it is given.
    guard unsafe fstat(descriptor, &status) == 0 else { return .failure(.lastError()) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(UnreadableFile("it is no regular file")) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
        // unsafe: writes at most the chunk's size into the chunk.
        let count = unsafe read(descriptor, &chunk, chunk.count)
        if count == 0 { return .success(bytes) }
        if count < 0 {
            if errno == EINTR { continue }
            return .failure(.lastError())
        }
        bytes += chunk[..<count]
        if bytes.count > ConfigurationFiles.maximumBytes {
            return .failure(UnreadableFile("it has more than \(ConfigurationFiles.maximumBytes) bytes"))
        }
    }
}

/// Calls glob(3), where no match is no failure.
private func findFiles(_ pattern: String) -> Result<[String], UnreadableFile> {
    // unsafe: all zero is an empty result.
    var found = unsafe glob_t()
    // unsafe: frees what glob has put there, also after a failure.
    defer { unsafe globfree(&found) }
    // unsafe: the pattern is a terminated copy for the call, the result a local of ours.
    switch unsafe glob(pattern, GLOB_NOSORT, nil, &found) {
    case 0, GLOB_NOMATCH: break
    default: return .failure(UnreadableFile("the directory cannot be read"))
    }
    var paths: [String] = []
    // unsafe: reads a number of the struct.
    for index in 0..<Int(unsafe found.gl_pathc) {
        // unsafe: there are gl_pathc terminated texts, copied here.
        if let path = unsafe found.gl_pathv[index] { unsafe paths.append(String(cString: path)) }
    }
    return .success(paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
}

extension UnreadableFile {
    /// What errno says, by strerror_r(3).
    fileprivate static func lastError() -> UnreadableFile {
        let code = errno
        var text = [CChar](repeating: 0, count: 256)
        // unsafe: writes at most the array's size into the array, and ends the text.
        guard unsafe strerror_r(code, &text, text.count) == 0 else { return UnreadableFile("errno \(code)") }
        return UnreadableFile(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
