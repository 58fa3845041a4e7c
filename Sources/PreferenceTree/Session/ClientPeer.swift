import Preferences

/// An attached client: a child that is not a node.
struct ClientPeer: Sendable {
    var session: PeerSession
    let name: String
    let instance: UInt64
    /// Who it is, for records: the user of a unix socket, else the client's own name.
    let by: String
    let peer: PeerInfo
    var subscribers: [Standpoint: Subscriber] = [:]

    /// Who it is, for messages: with the process where that is known.
    var who: String { by + (peer.pid.map { " (pid \($0))" } ?? "") }
}
