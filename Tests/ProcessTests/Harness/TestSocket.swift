import Glibc
import ServiceRuntime

/// A socket that listens on a port of the loopback that the kernel chooses.
struct TestSocket {
    private let descriptor: Descriptor
    let port: Int

    init() throws {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard opened >= 0 else { throw SystemError(code: errno, operation: "socket") }
        descriptor = Descriptor(opened)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = descriptor.number
        // `address` is a sockaddr_in of `size` bytes, borrowed for the calls.
        let failure = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> Bool in
                unsafe bind(number, generic, size) != 0 || listen(number, 1) != 0
                    || getsockname(number, generic, &size) != 0
            }
        }
        if failure { throw SystemError(code: errno, operation: "listen") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }
}
