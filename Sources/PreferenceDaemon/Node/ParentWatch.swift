/// Why the parent does not answer, as far as its connection shows.
struct ParentWatch {
    enum Reason: String {
        case unreachable = "nobody takes connections there"
        case foreign = "whoever takes connections there does not speak ZeroMQ"
        case silent = "it takes connections and does not answer"
    }

    private(set) var reason: Reason?
    private var isConnected = false
    /// A loss is followed by an announcement of the next try, which has not failed yet.
    private var awaitsFirstTry = false

    /// A new connection begins.
    mutating func opened() {
        if isConnected { reason = .silent }
        isConnected = false
        awaitsFirstTry = false
    }

    mutating func saw(_ sight: ParentSocket.Sight) {
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
    mutating func heard() {
        reason = nil
        isConnected = false
    }
}
