internal import CLinux

/// Who is at the other end of a unix socket, as of its connect. C: `SO_PEERCRED`
package struct PeerCredentials: Hashable, Sendable {
    package let process: Int32
    package let user: UInt32
    package let group: UInt32

    /// Asks the kernel; nil where the descriptor is no connected unix socket.
    package init?(ofDescriptor descriptor: CInt) {
        let peer = clinux_peer_credentials(descriptor)
        guard peer.error == 0 else { return nil }
        process = peer.pid
        user = peer.uid
        group = peer.gid
    }
}
