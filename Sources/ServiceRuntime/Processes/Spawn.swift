internal import CLinux
internal import Glibc

/// Starts a program on the calling thread: its process id, or the negative errno of what failed.
///
/// `streams` are its standard streams, -1 where this process's own is inherited; the command's are not looked at.
package func spawn(_ command: Command, _ streams: [CInt] = [-1, -1, -1]) -> Int32 {
    let environment = command.environment.map { pairs in pairs.map { "\($0.key)=\($0.value)" }.sorted() }
    // All pointers below are valid until `clinux_start` returns: the child has its own memory by then.
    return unsafe withCStrings(command.arguments) { arguments in
        unsafe withCStrings(environment ?? ["PATH"]) { pairs in
            let directory = command.directory
            // As above.
            return unsafe withOptionalCString(directory) { directory in
                let inherited = unsafe UnsafePointer(environ)
                // As above.
                var spawn = unsafe clinux_spawn(
                    arguments: arguments, environment: environment == nil ? inherited : pairs, directory: directory,
                    input: streams[0], output: streams[1], error: streams[2],
                    parent_death_signal: command.signalAtOurEnd?.rawValue ?? 0,
                    own_group: command.hasOwnGroup ? 1 : 0)
                // As above.
                return unsafe clinux_start(&spawn)
            }
        }
    }
}

/// Lends the strings as a C array that ends with NULL.
private func withCStrings<Answer>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Answer
) -> Answer {
    // Each copy is freed below, after the body.
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer {
        // Every element but the last came from strdup.
        unsafe pointers.forEach { unsafe free($0) }
    }
    // The buffer is lent for the body.
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
        unsafe body(UnsafePointer(buffer.baseAddress))
    }
}

/// Lends a string that may not be there.
private func withOptionalCString<Answer>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Answer) -> Answer {
    guard let string else { return body(nil) }
    // Valid for the body.
    return unsafe string.withCString { unsafe body($0) }
}
