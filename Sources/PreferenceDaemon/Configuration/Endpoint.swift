/// A ZeroMQ address: a unix socket or a TCP port.
package enum Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// The longest path of a unix socket in bytes: `sun_path` has 108, one ends the text (unix(7)).
    package static let maximumPathBytes = 107

    case ipc(path: String)
    case tcp(host: String, port: UInt16)

    package var description: String {
        switch self {
        case .ipc(let path): "ipc://\(path)"
        case .tcp(let host, let port): "tcp://\(host):\(port)"
        }
    }

    /// Whether no other host can reach it.
    package var isLocal: Bool {
        switch self {
        case .ipc: true
        case .tcp(let host, _): Endpoint.isLoopback(host)
        }
    }

    /// Of 127.0.0.0/8, written with four numbers.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// Why a text is no endpoint; the description is also the remedy.
package enum EndpointFault: Error, Hashable, Sendable, CustomStringConvertible {
    case transport
    case path
    case abstract
    case host
    case port
    case ipv6
    case tooLong(bytes: Int)

    package var description: String {
        switch self {
        case .transport: "an endpoint is ipc://PATH or tcp://HOST:PORT"
        case .path: "ipc:// wants the path of a socket, such as ipc://prefd.sock"
        case .abstract: "an abstract socket has no permissions; use a path, such as ipc://prefd.sock"
        case .host: "tcp:// wants a host, such as tcp://127.0.0.1:7400"
        case .port: "tcp:// wants a port from 1 to 65535, such as tcp://127.0.0.1:7400"
        case .ipv6: "IPv6 is not in this version; use tcp://127.0.0.1:PORT"
        case .tooLong(let bytes):
            "the path of a unix socket has at most \(Endpoint.maximumPathBytes) bytes, this one has \(bytes); "
                + "choose a shorter absolute path, such as ipc:///run/prefd/prefd.sock"
        }
    }
}

extension Endpoint {
    /// Reads `ipc://PATH` or `tcp://HOST:PORT`; `resolving` makes a relative path absolute.
    package init(_ text: String, resolving: (String) -> String = { $0 }) throws(EndpointFault) {
        if let path = text.dropping(prefix: "ipc://") {
            self = try Endpoint(path: path, resolving: resolving)
        } else if let address = text.dropping(prefix: "tcp://") {
            self = try Endpoint(address: address)
        } else {
            throw .transport
        }
    }

    private init(path: String, resolving: (String) -> String) throws(EndpointFault) {
        if path.hasPrefix("@") { throw .abstract }
        if path.isEmpty || path.hasSuffix("/") || path == "*" || path.utf8.contains(0) { throw .path }
        let resolved = resolving(path)
        if resolved.utf8.count > Endpoint.maximumPathBytes { throw .tooLong(bytes: resolved.utf8.count) }
        self = .ipc(path: resolved)
    }

    private init(address: String) throws(EndpointFault) {
        if address.hasPrefix("[") { throw .ipv6 }
        guard let colon = address.lastIndex(of: ":") else { throw .port }
        let host = String(address[..<colon])
        let digits = address[address.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else {
            throw .port
        }
        if host.contains(":") { throw .ipv6 }
        guard !host.isEmpty, host.unicodeScalars.allSatisfy(Endpoint.isOfHost) else { throw .host }
        // ZeroMQ binds addresses, not names; this is the one name that means an address everywhere.
        self = .tcp(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    }

    private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", ".", "_", "-", "*": true
        default: false
        }
    }
}

extension String {
    /// What follows the prefix, or nil without it.
    func dropping(prefix: String) -> String? {
        utf8.starts(with: prefix.utf8) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
    }
}
