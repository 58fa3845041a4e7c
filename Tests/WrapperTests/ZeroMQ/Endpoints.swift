import Glibc
import Testing
import ZeroMQ

/// A connected pair of one ROUTER and one DEALER, and a way to wait for either.
final class Link {
    let context: Context
    let router: Router
    let dealer: Dealer
    let endpoint: String

    init(_ endpoint: String, routerOptions: [SocketOption] = [], dealerOptions: [SocketOption] = []) throws {
        context = try Context()
        router = try Router(in: context, routerOptions)
        dealer = try Dealer(in: context, dealerOptions)
        try router.socket.bind(endpoint)
        self.endpoint = try router.socket.lastEndpoint()
        try dealer.socket.connect(self.endpoint)
    }

    deinit { removeSocket(of: endpoint) }

    /// Sends once the connection stands.
    func sendFromDealer(_ bytes: [UInt8]) throws {
        var outcome = dealer.send(bytes)
        while outcome == .wouldBlock {
            try waitUntil(dealer.socket, is: .writable)
            outcome = dealer.send(bytes)
        }
        #expect(outcome == .sent)
    }

    /// The next receipt at the router that is not `nothing`.
    func receiveAtRouter(into buffer: inout [UInt8]) throws -> Router.Receipt {
        while true {
            let receipt = try router.receive(into: &buffer)
            if receipt != .nothing { return receipt }
            try waitUntil(router.socket, is: .readable)
        }
    }

    /// The next receipt at the dealer that is not `nothing`.
    func receiveAtDealer(into buffer: inout [UInt8]) throws -> Dealer.Receipt {
        while true {
            let receipt = try dealer.receive(into: &buffer)
            if receipt != .nothing { return receipt }
            try waitUntil(dealer.socket, is: .readable)
        }
    }
}

/// How long a condition may take before the test gives up; far beyond what it takes.
let patience = 20_000

struct Impatience: Error {}

/// Waits on a socket, with a deadline.
func waitUntil(_ socket: Socket, is readiness: Readiness) throws {
    let set = PollSet()
    _ = set.add(socket, for: readiness)
    guard try set.wait(milliseconds: patience) > 0 else { throw Impatience() }
}

/// Waits for one event of a kind and answers it, passing over others.
func next(_ kind: Monitor.Kind, of monitor: Monitor) throws -> Monitor.Event {
    while true {
        while let event = try monitor.next() {
            if event.kind == kind { return event }
        }
        try waitUntil(monitor.socket, is: .readable)
    }
}

/// A path for an ipc socket that no other test uses.
func scratchEndpoint() -> String {
    "ipc:///tmp/prefd-test-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
}

/// Removes the file of an ipc endpoint, which libzmq leaves.
func removeSocket(of endpoint: String) {
    guard endpoint.hasPrefix("ipc://") else { return }
    // The path is borrowed for the call.
    _ = unsafe unlink(String(endpoint.dropFirst("ipc://".count)))
}
