import Glibc

/// A bare stream connection to a unix socket, for peers that are not ZeroMQ.
final class UnixClient {
    private let descriptor: CInt

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path is shorter than sun_path, whose remaining bytes are zero; the size is the structure's own.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(100)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // The address is borrowed for the call.
        let result = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
        }
        guard result == 0 else { throw Impatience() }
    }

    deinit {
        close(descriptor)
    }

    func write(_ text: String) {
        let bytes = [UInt8](text.utf8)
        // The bytes are borrowed for the call.
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    }
}
