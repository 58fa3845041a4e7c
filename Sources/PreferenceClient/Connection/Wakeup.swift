/// Why a wait on a connection came back.
package enum Wakeup: Sendable {
    case outcome(ClientSession.Outcome)
    /// A descriptor that was added can be read, or is at its end.
    case readable(WatchedDescriptor)
    /// The deadline has come.
    case deadline
}

/// A descriptor that is waited for together with the connection.
package struct WatchedDescriptor: Hashable, Sendable {
    package let number: CInt

    package init(_ number: CInt) { self.number = number }
}
