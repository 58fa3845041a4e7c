internal import PreferenceTree

extension PeerInfo {
    /// Reads what libzmq wrote down when a connection was accepted: `NAME:UID:GID:PID` of a unix socket's peer by
    /// SO_PEERCRED, else an address.
    ///
    /// It belongs to the connection itself: unlike what could be asked of a descriptor now, it cannot be another's.
    init(peerAddress text: String?, isUnix: Bool, users: inout UserNames) {
        guard isUnix else {
            self.init(address: "tcp://\(text ?? "unknown")")
            return
        }
        let parts = (text ?? "").split(separator: ":", omittingEmptySubsequences: false).suffix(3)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == 3, let uid = UInt32(exactly: numbers[0]), let pid = Int32(exactly: numbers[2]) else {
            self.init(address: "unix")
            return
        }
        self.init(address: "unix", uid: uid, pid: pid, user: users.name(of: uid))
    }
}
