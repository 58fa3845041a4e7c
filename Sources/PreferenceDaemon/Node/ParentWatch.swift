/// Why the parent does not answer, as far as its connection shows.
package struct ParentWatch {
    package enum Reason: String {
        case unreachable = "nobody takes connections there"
        case foreign = "whoever takes connections there does not speak ZeroMQ"
        case silent = "it takes connections and does not answer"
    }

    /// What is seen of the connection; nothing here is proof of anything (L11).
    package enum Sight: Hashable, Sendable {
        case connected
        /// The connection is over; libzmq makes another.
        case lost
        /// Nobody takes connections there.
        case unreachable
        /// Whoever is there does not speak ZeroMQ's protocol.
        case foreign
    }

    package private(set) var reason: Reason?
    private var isConnected = false
    /// A loss is followed by an announcement of the next try, which has not failed yet.
    private var awaitsFirstTry = false

    package init() {}

    /// A new connection begins.
    package mutating func opened() {
        if isConnected { reason = .silent }
        isConnected = false
        awaitsFirstTry = false
    }

    package mutating func saw(_ sight: Sight) {
        switch sight {
        case .connected: isConnected = true
        case .lost:
            isConnected = false
            awaitsFirstTry = true
        case .unreachable:
            if !awaitsFirstTry { reason = .unreachable }
            awaitsFirstTry = false
        case .foreign: reason = .foreign
        }
    }

    /// A frame came.
    package mutating func heard() {
        reason = nil
        isConnected = false
    }
}
