internal import CZeroMQ
internal import Glibc

/// What libzmq refused: the operation, its errno, and the endpoint where there is one.
package struct ZeroMQError: Error, Equatable, Sendable, CustomStringConvertible {
    package let code: Code
    /// The C function or option that failed.
    package let operation: String
    /// The endpoint it was about, if any.
    package let endpoint: String?

    package init(code: Code, operation: String, endpoint: String? = nil) {
        self.code = code
        self.operation = operation
        self.endpoint = endpoint
    }

    /// Takes the errno of the call just made on this thread.
    static func last(_ operation: String, endpoint: String? = nil) -> ZeroMQError {
        ZeroMQError(code: .last, operation: operation, endpoint: endpoint)
    }

    package var description: String {
        let place = endpoint.map { " \($0)" } ?? ""
        return "\(operation)\(place): \(code)"
    }
}

extension ZeroMQError {
    /// An errno of libzmq; numbers of its own and unknown ones survive.
    package struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        package let rawValue: CInt

        package init(rawValue: CInt) {
            self.rawValue = rawValue
        }

        package static let wouldBlock = Code(rawValue: EAGAIN)
        package static let interrupted = Code(rawValue: EINTR)
        package static let hostUnreachable = Code(rawValue: EHOSTUNREACH)
        package static let invalid = Code(rawValue: EINVAL)
        package static let addressInUse = Code(rawValue: EADDRINUSE)
        package static let protocolNotSupported = Code(rawValue: EPROTONOSUPPORT)
        package static let notFound = Code(rawValue: ENOENT)
        package static let notASocket = Code(rawValue: ENOTSOCK)

        static var last: Code { Code(rawValue: zmq_errno()) }

        /// The text of `zmq_strerror`.
        package var description: String {
            // zmq_strerror returns a C string that libzmq or libc owns and does not free.
            unsafe String(cString: zmq_strerror(rawValue))
        }
    }
}
