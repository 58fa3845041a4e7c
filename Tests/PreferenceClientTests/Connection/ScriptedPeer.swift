import Foundation
import PreferenceTestSupport
import PreferenceTree
import PreferenceWire
import Preferences
import Synchronization
import ZeroMQ

@testable import PreferenceClient

/// What answers behind a peer's socket; it lives on the peer's thread.
protocol PeerMind {
    mutating func take(_ bytes: [UInt8], from sender: RoutingID) -> [(RoutingID, [UInt8])]
    /// The end of a turn; `said` is what the test wants said to the last client that attached.
    mutating func turn(saying said: [Message]) -> [(RoutingID, [UInt8])]
}

/// A node's socket on a thread of its own: sessions are real, the answers are a script's or another mind's.
final class ScriptedPeer: Sendable {
    typealias Script = @Sendable (Message) -> [Message]

    let endpoint: Endpoint
    private let shared = Mutex(Shared())

    private struct Shared {
        var heard: [Message] = []
        var toSay: [Message] = []
        var isStopped = false
        var hasEnded = false
    }

    /// A socket's name of its own in the temporary directory, removed by `stop`.
    static func path() -> String {
        let directory = FileManager.default.temporaryDirectory.path
        return
            "\(directory)/prefd-test-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max)).sock"
    }

    convenience init(at path: String = ScriptedPeer.path(), script: @escaping Script) throws {
        try self.init(at: path) { hear in
            PeerSessions { message in
                hear(message)
                return script(message)
            }
        }
    }

    init(
        at path: String = ScriptedPeer.path(),
        mind: @escaping @Sendable (_ hear: @escaping (Message) -> Void) throws -> any PeerMind
    ) throws {
        endpoint = Endpoint("ipc://\(path)")
        let text = endpoint.text
        Thread.detachNewThread { [self] in
            do {
                try run(text, try mind { [self] message in shared.withLock { $0.heard.append(message) } })
            } catch {
                shared.withLock { $0.heard.append(.fault(ProtocolFault(code: .unexpected, message: "\(error)"))) }
            }
            shared.withLock { $0.hasEnded = true }
        }
        try waitUntil("the peer listens") { SocketFile.probe(path) == .possible }
    }

    /// Ends the thread and takes the socket away; everyone who was attached is cut off.
    func stop() throws {
        shared.withLock { $0.isStopped = true }
        try waitUntil("the peer ends") { [self] in shared.withLock { $0.hasEnded } }
        if let path = endpoint.path { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Says something to the last client that attached.
    func say(_ messages: [Message]) { shared.withLock { $0.toSay += messages } }

    var heard: [Message] { shared.withLock { $0.heard } }

    private func run(_ endpoint: String, _ mind: any PeerMind) throws {
        var mind = mind
        let context = try Context(sockets: 16)
        let router = try Router(in: context)
        try router.socket.bind(endpoint)
        let poller = PollSet()
        _ = poller.add(router.socket)
        while !shared.withLock({ $0.isStopped }) {
            _ = try poller.wait(milliseconds: 5)
            var buffer: [UInt8] = []
            while case .message(let sender) = try router.receive(into: &buffer) {
                for (peer, bytes) in mind.take(buffer, from: sender) { _ = router.send(bytes, to: peer) }
            }
            let toSay = shared.withLock { shared in
                defer { shared.toSay = [] }
                return shared.toSay
            }
            for (peer, bytes) in mind.turn(saying: toSay) { _ = router.send(bytes, to: peer) }
        }
    }

}

/// The node's end of the sessions of a script.
private struct PeerSessions: PeerMind {
    private let script: (Message) -> [Message]
    private var numbers: [RoutingID: UInt64] = [:]
    private var sequences: [UInt64: SequenceState] = [:]
    private var last: RoutingID?
    private var lastNumber = UInt64.random(in: 1...1 << 40)
    private var encoder = FrameEncoder()
    private var decoder = FrameDecoder()

    init(_ script: @escaping (Message) -> [Message]) { self.script = script }

    mutating func take(_ bytes: [UInt8], from peer: RoutingID) -> [(RoutingID, [UInt8])] {
        guard let frame = try? decoder.decode(bytes) else { return [] }
        if case .hello(let hello) = frame.message { return welcome(hello, peer).map { (peer, $0) } }
        guard let number = numbers[peer], number == frame.session, sequences[number]?.accept(frame) == true else {
            return [(peer, encode(PreferenceTree.Frame(session: frame.session, message: .sayHello)))]
        }
        return script(frame.message).compactMap { stamp($0, number) }.map { (peer, $0) }
    }

    private mutating func welcome(_ hello: Hello, _ peer: RoutingID) -> [[UInt8]] {
        let rest = script(.hello(hello))
        guard let name = try? NodeName("leaf") else { return [] }
        if case .refuse(var refusal)? = rest.first {
            refusal.attempt = hello.attempt
            return [encode(PreferenceTree.Frame(message: .refuse(refusal)))]
        }
        lastNumber += 1
        numbers[peer] = lastNumber
        sequences[lastNumber] = SequenceState(window: hello.window)
        last = peer
        let welcome = Welcome(
            attempt: hello.attempt, tree: "t", name: name, incarnation: 9, version: 1, software: "test",
            heartbeat: .milliseconds(500), deadAfter: .milliseconds(1500), window: .standard,
            path: PathFrame(steps: [PathStep(name: name, incarnation: 9)], cutOff: nil), catalogHash: 7)
        return [encode(PreferenceTree.Frame(session: lastNumber, message: .welcome(welcome)))]
            + rest.compactMap { stamp($0, lastNumber) }
    }

    mutating func turn(saying said: [Message]) -> [(RoutingID, [UInt8])] {
        guard let last, let number = numbers[last] else { return [] }
        return said.compactMap { message in stamp(message, number).map { (last, $0) } }
    }

    private mutating func stamp(_ message: Message, _ number: UInt64) -> [UInt8]? {
        guard let frame = sequences[number]?.stamp(message, session: number) else { return nil }
        return encode(frame)
    }

    private mutating func encode(_ frame: PreferenceTree.Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        encoder.encode(frame, into: &bytes)
        return bytes
    }
}
