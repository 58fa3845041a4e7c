/// The name a ROUTER makes for one connection; a connection that is made again gets another one.
package struct RoutingID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// How many bytes libzmq's form has: one zero, then the number, big-endian.
    static let size = 5

    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The form a ROUTER knows: five bytes without padding.
    var bytes: (UInt8, UInt8, UInt8, UInt8, UInt8) {
        (
            0, UInt8(truncatingIfNeeded: rawValue >> 24), UInt8(truncatingIfNeeded: rawValue >> 16),
            UInt8(truncatingIfNeeded: rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)
        )
    }

    package var description: String { "connection \(rawValue)" }
}
