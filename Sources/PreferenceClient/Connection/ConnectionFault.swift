package import PreferenceTree

/// Why a client has no answer.
///
/// It names the endpoint and the remedy; whether the same may succeed later is `retry`.
package enum ConnectionFault: Error, Hashable, Sendable {
    /// There is no unix socket, or nobody listens at it.
    case noDaemon([Endpoint])
    case permissionDenied(Endpoint)
    /// An endpoint that is none.
    case invalidEndpoint(Endpoint, reason: String)
    /// Somebody may listen, and did not answer in time.
    case silent([Endpoint])
    case refused(Endpoint, Refusal)
    /// The transport failed.
    case transport(String)
}

extension ConnectionFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDaemon(let endpoints): "no daemon at \(ConnectionFault.list(endpoints))"
        case .permissionDenied(let endpoint): "permission denied at \(endpoint)"
        case .invalidEndpoint(let endpoint, let reason): "\(endpoint) is no endpoint: \(reason)"
        case .silent(let endpoints): "no answer from \(ConnectionFault.list(endpoints))"
        case .refused(let endpoint, let refusal): "\(endpoint) refused the session: \(refusal.message)"
        case .transport(let text): text
        }
    }

    /// What to do next.
    package var hint: String {
        switch self {
        case .noDaemon(let endpoints):
            endpoints.contains { $0.path == nil }
                ? "is prefd running there?"
                : "is prefd running? another endpoint is given with --connect or $PREFD_CONNECT"
        case .permissionDenied: "the socket's mode and owner say who may use it"
        case .invalidEndpoint: "an endpoint is ipc:///PATH or tcp://ADDRESS:PORT"
        case .silent: "is prefd running there?"
        case .refused, .transport: ""
        }
    }

    package var mayRetry: Bool {
        switch self {
        case .noDaemon, .silent, .transport: true
        case .permissionDenied, .invalidEndpoint: false
        case .refused(_, let refusal): refusal.code == .limit
        }
    }

    private static func list(_ endpoints: [Endpoint]) -> String {
        endpoints.map(\.text).joined(separator: ", ")
    }
}
