internal import Glibc

/// What the operating system refused: the operation, its errno, and the path where there is one.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    package let code: CInt
    package let operation: String
    package let path: String?

    package init(code: CInt, operation: String, path: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// Turns a result that is a negative errno where the call failed into an error.
    static func check(_ result: CInt, _ operation: String, path: String? = nil) throws(SystemError) -> CInt {
        guard result >= 0 else { throw SystemError(code: -result, operation: operation, path: path) }
        return result
    }

    package var description: String {
        let place = path.map { " \($0)" } ?? ""
        // strerror's text is copied at once; it may be another thread's, which would only change the words.
        return "\(operation)\(place): \(unsafe String(cString: strerror(code)))"
    }
}
