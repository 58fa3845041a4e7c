internal import CLinux
internal import Glibc
internal import ServiceRuntime

/// The path of a listening unix socket, locked for this process: a second bind would steal it without an error.
struct UnixSocketPath: ~Copyable {
    /// The peers that may connect are the owner and the group.
    static let mode: mode_t = 0o660

    private let path: String
    private let lock: FileLock

    /// Takes a path that nobody listens at. C: `stat`, `flock`, `connect`
    init(_ path: String) throws(BindFault) {
        try UnixSocketPath.check(path)
        do {
            lock = try FileLock(path + ".lock")
        } catch {
            switch error {
            case .held(_, let process): throw BindFault(.ipc(path: path), .inUse(by: process))
            case .failed(let why): throw BindFault(.ipc(path: path), .refused("\(why)"))
            }
        }
        self.path = path
        // unsafe: the path is a terminated copy for the call. One that was killed while it was hidden left it.
        _ = unsafe unlink(path + UnixSocketPath.hiddenSuffix)
    }

    /// Whoever looks next finds no socket, rather than one that nobody listens at; the lock goes last. C: `unlink`
    deinit {
        // unsafe: the path is a terminated copy for the call.
        _ = unsafe unlink(path)
        // unsafe: as above.
        _ = unsafe unlink(path + UnixSocketPath.hiddenSuffix)
    }

    /// What the name of a socket ends in while nobody is to find it.
    private static let hiddenSuffix = ".full"

    /// Takes the socket's name away: nobody can connect, and all connections stay. C: `rename`
    static func hide(_ path: String) throws(SystemError) { try rename(path, to: path + hiddenSuffix) }

    /// Gives it back.
    static func show(_ path: String) throws(SystemError) { try rename(path + hiddenSuffix, to: path) }

    private static func rename(_ path: String, to other: String) throws(SystemError) {
        // unsafe: both paths are terminated copies for the call.
        guard unsafe Glibc.rename(path, other) == 0 else {
            throw SystemError(code: errno, operation: "rename", path: path)
        }
    }

    private static func check(_ path: String) throws(BindFault) {
        let endpoint = Endpoint.ipc(path: path)
        let directory = FilePath.directory(of: path)
        guard kind(of: directory) == S_IFDIR else { throw BindFault(endpoint, .noDirectory(directory)) }
        if let kind = kind(of: path), kind != S_IFSOCK { throw BindFault(endpoint, .notASocket) }
        if let listener = listener(at: path) { throw BindFault(endpoint, .inUse(by: listener.process)) }
    }

    /// Lets the group in and nobody else. C: `chmod`
    static func restrict(_ path: String) throws(BindFault) {
        // unsafe: the path is a terminated copy for the call.
        guard unsafe chmod(path, mode) == 0 else {
            throw BindFault(.ipc(path: path), .refused("\(SystemError(code: errno, operation: "chmod", path: path))"))
        }
    }

    /// The type bits of a file's mode; nil where there is no file.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        // unsafe: the path is a terminated copy for the call, which fills the struct.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }

    /// Whoever accepts connections at a path; nil if nobody does.
    private static func listener(at path: String) -> (process: Int32?, Void)? {
        let opened = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard opened >= 0 else { return nil }
        let descriptor = Descriptor(opened)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // unsafe: the bytes are copied into the array of the struct, which the endpoint's limit leaves room for.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        // unsafe: the address is borrowed for the call, with its size.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(descriptor.number, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // EAGAIN: the queue of connections is full, so there is somebody.
        guard result == 0 || errno == EAGAIN else { return nil }
        return (PeerCredentials(ofDescriptor: descriptor.number)?.process, ())
    }
}
