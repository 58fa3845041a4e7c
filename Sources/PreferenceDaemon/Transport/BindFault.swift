/// Why an endpoint cannot be listened at: the process ends with exit code 3.
package struct BindFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Hashable, Sendable {
        /// The directory of a unix socket is not there.
        case noDirectory(String)
        /// Something else than a socket has the path.
        case notASocket
        /// Another process listens there; nil where its process id is not known.
        case inUse(by: Int32?)
        case refused(String)
    }

    package let endpoint: Endpoint
    package let cause: Cause

    package init(_ endpoint: Endpoint, _ cause: Cause) {
        self.endpoint = endpoint
        self.cause = cause
    }

    package var description: String { "cannot listen at \(endpoint): \(reason)" }

    private var reason: String {
        switch (cause, endpoint) {
        case (.noDirectory(let directory), _): "there is no directory \(directory); make it, or set another path"
        case (.notASocket, _): "the path is a file that is no socket; remove it, or set another path"
        case (.inUse(let process?), _): "pid \(process) listens there; stop it, or set another endpoint"
        case (.inUse(nil), .tcp(_, let port)):
            "another process listens there (ss -ltnp sport = :\(port) shows it); stop it, or set another endpoint"
        case (.inUse(nil), .ipc): "another process listens there; stop it, or set another endpoint"
        case (.refused(let why), _): why
        }
    }
}
