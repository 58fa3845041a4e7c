import Glibc
import ServiceRuntime

/// A connection to a unix socket that says nothing.
struct RawConnection {
    private let descriptor: Descriptor

    /// Nil where nobody takes it now.
    init?(to path: String) throws {
        let opened = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard opened >= 0 else { throw SystemError(code: errno, operation: "socket") }
        descriptor = Descriptor(opened)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The bytes are copied into the struct, as far as it has room.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        let number = descriptor.number
        // The address is borrowed for the call, with its size.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(number, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 { return nil }
    }
}
