internal import CLinux
internal import Glibc

/// What a look at a unix socket's file says before, or while, libzmq connects in the background.
///
/// libzmq tries for ever and does not say why nobody answers; a person wants to know at once.
enum SocketFile: Equatable {
    case missing
    /// The file is there and nobody listens.
    case deserted
    case denied
    /// Somebody listens, or nothing can be said.
    case possible

    /// Looks at the file alone.
    static func exists(_ path: String) -> Bool {
        // The string is borrowed for the call.
        unsafe access(path, F_OK) == 0 || errno != ENOENT
    }

    /// Connects and closes at once. C: `connect`
    static func probe(_ path: String) -> SocketFile {
        guard var address = address(path) else { return .possible }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if descriptor < 0 { return .possible }
        defer { close(descriptor) }
        // The kernel reads a sockaddr of the length that goes with it.
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return .possible }
        switch errno {
        case ENOENT: return .missing
        case ECONNREFUSED: return .deserted
        case EACCES, EPERM: return .denied
        default: return .possible
        }
    }

    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < capacity else { return nil }
        // The path fits with its terminating zero, by the line above.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }
}
