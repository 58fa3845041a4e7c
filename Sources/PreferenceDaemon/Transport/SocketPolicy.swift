internal import ZeroMQ

/// How the sockets of a node are set, with the reasons.
enum SocketPolicy {
    /// Messages that libzmq queues for each peer and from each: with frames of up to 64 KiB some megabytes at worst.
    static let highWaterMark: CInt = 64
    /// A peer that has not shaken hands by then is no peer.
    static let handshakeMilliseconds: CInt = 4_000
    /// An unreachable parent is tried after this pause, then after twice as much, and at least once a second (R14).
    static let reconnectMilliseconds: CInt = 50
    static let longestReconnectMilliseconds: CInt = 1_000
    /// A host that is gone is noticed by the kernel in about 20 s, long after our own PING has.
    static let keepalive = SocketOption.keepalive(idle: 10, interval: 3, count: 3)
    /// Sent data that nobody acknowledges ends a connection after this long.
    static let retransmitMilliseconds: CInt = 8_000
    /// Connections that wait to be accepted: a thousand children may come back at once.
    static let backlog: CInt = 1_024
    /// How long a farewell may take to leave the process.
    static let farewellMilliseconds: CInt = 500

    private static func common(frameLimit: Int) -> [SocketOption] {
        [
            .sendHighWaterMark(highWaterMark), .receiveHighWaterMark(highWaterMark),
            .handshakeInterval(milliseconds: handshakeMilliseconds), .maximumMessageSize(Int64(frameLimit)),
            keepalive, .tcpMaximumRetransmit(milliseconds: retransmitMilliseconds),
        ]
    }

    static func listening(frameLimit: Int, backlog: Int) -> [SocketOption] {
        common(frameLimit: frameLimit) + [.backlog(CInt(clamping: backlog))]
    }

    static func connecting(frameLimit: Int) -> [SocketOption] {
        common(frameLimit: frameLimit) + [
            .reconnectInterval(milliseconds: reconnectMilliseconds),
            .reconnectMaximum(milliseconds: longestReconnectMilliseconds),
        ]
    }
}
