internal import Glibc

/// One open file descriptor, closed with its owner.
package final class Descriptor: Sendable {
    package let number: CInt

    /// Takes the descriptor over; nobody else closes it.
    package init(_ number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Reads up to `limit` bytes, waiting for the first; none at the end. C: `read`
    package func read(atMost limit: Int = 65_536) throws(SystemError) -> [UInt8] {
        while true {
            var count = 0
            // Only the bytes that were read are part of the array.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, size in
                // The buffer is `limit` bytes long, of which `count` are written.
                count = unsafe Glibc.read(number, buffer.baseAddress, limit)
                size = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else { throw SystemError(code: errno, operation: "read") }
        }
    }

    /// Writes all of the bytes, waiting as long as it takes. C: `write`
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The bytes are borrowed for the call.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw SystemError(code: errno, operation: "write")
            }
        }
    }

    /// What comes in, chunk by chunk, until the end; read on a thread of its own, kept until it is taken.
    package func chunks() -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        Thread.start("reader") {
            while let bytes = try? self.read(), !bytes.isEmpty { continuation.yield(bytes) }
            continuation.finish()
        }
        return stream
    }
}
