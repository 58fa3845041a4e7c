import Foundation
import PreferenceTestSupport
import PreferenceTree
import Preferences
import Testing

@testable import PreferenceClient

@Suite("A client over its socket")
struct ConnectionTests {
    private let identity = ClientIdentity(name: "prefctl.1", instance: 1, incarnation: 2, software: "test")
    private var soon: Instant { ClientConnection.now + .seconds(20) }

    private func connect(_ endpoints: [Endpoint], isLongLived: Bool = false) throws -> ClientConnection {
        try ClientConnection(endpoints: endpoints, identity: identity, isLongLived: isLongLived)
    }

    private func answer(_ connection: ClientConnection, to id: UInt64) throws -> Answer {
        while true {
            switch try connection.next(before: soon) {
            case .outcome(.answered(id, let answer)): return answer
            case .deadline: throw NeverHappened("an answer")
            default: continue
            }
        }
    }

    private static let pong: ScriptedPeer.Script = { message in
        if case .request(let request) = message { return [.reply(ReplyFrame(id: request.id, body: .text("pong")))] }
        return []
    }

    @Test("A question is asked and answered")
    func ask() throws {
        let peer = try ScriptedPeer(script: ConnectionTests.pong)
        let connection = try connect([peer.endpoint])
        let id = try connection.request(.ping, target: ".", body: ValueMap(), deadline: soon)
        #expect(try answer(connection, to: id) == .body(.text("pong")))
        #expect(connection.welcome?.tree == "t")
        try peer.stop()
    }

    @Test("A missing socket is no daemon, at once")
    func missing() {
        let endpoint = Endpoint("ipc://\(ScriptedPeer.path())")
        #expect(throws: ConnectionFault.noDaemon([endpoint])) { try connect([endpoint]) }
    }

    @Test("A socket nobody listens at is no daemon")
    func deserted() throws {
        let peer = try ScriptedPeer(script: { _ in [] })
        let path = try #require(peer.endpoint.path)
        try peer.stop()
        try Deserted.leave(at: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let connection = try connect([peer.endpoint])
        #expect(throws: ConnectionFault.noDaemon([peer.endpoint])) {
            while true { if case .deadline = try connection.next(before: soon) { return } }
        }
    }

    @Test("Endpoints are tried in order, past one without a file and one where nobody listens")
    func order() throws {
        let peer = try ScriptedPeer(script: ConnectionTests.pong)
        let path = ScriptedPeer.path()
        try Deserted.leave(at: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let missing = Endpoint("ipc://\(ScriptedPeer.path())")
        let connection = try connect([missing, Endpoint("ipc://\(path)"), peer.endpoint])
        let id = try connection.request(.ping, target: ".", body: ValueMap(), deadline: soon)
        #expect(try answer(connection, to: id) == .body(.text("pong")))
        #expect(connection.endpoint == peer.endpoint)
        try peer.stop()
    }

    @Test("What is no endpoint says so")
    func nonsense() {
        #expect(throws: ConnectionFault.self) { try connect([Endpoint("nonsense")]) }
    }

    @Test("A node that comes back at the same place is found, and asked again")
    func restart() throws {
        let first = try ScriptedPeer(script: { _ in [] })
        let connection = try connect([first.endpoint], isLongLived: true)
        let id = try connection.request(.ping, target: ".", body: ValueMap(), deadline: soon)
        while !connection.isAttached { _ = try connection.next(before: soon) }
        let path = try #require(first.endpoint.path)
        try first.stop()
        let second = try ScriptedPeer(at: path, script: ConnectionTests.pong)
        #expect(try answer(connection, to: id) == .body(.text("pong")))
        try second.stop()
    }

    @Test("A descriptor that can be read wakes the wait, and one that is no longer watched does not")
    func descriptors() throws {
        let peer = try ScriptedPeer(script: ConnectionTests.pong)
        let connection = try connect([peer.endpoint])
        let pipe = Pipe()
        let watched = WatchedDescriptor(pipe.fileHandleForReading.fileDescriptor)
        connection.watch(watched)
        try pipe.fileHandleForWriting.write(contentsOf: [1])
        var woken = false
        while !woken {
            if case .readable(watched) = try connection.next(before: soon) { woken = true }
        }
        connection.unwatch(watched)
        let id = try connection.request(.ping, target: ".", body: ValueMap(), deadline: soon)
        #expect(try answer(connection, to: id) == .body(.text("pong")))
        try peer.stop()
    }

    @Test("A descriptor that can always be read does not hide a deadline")
    func deadline() throws {
        let peer = try ScriptedPeer(script: { _ in [] })
        let connection = try connect([peer.endpoint])
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: [1])
        connection.watch(WatchedDescriptor(pipe.fileHandleForReading.fileDescriptor))
        let deadline = ClientConnection.now + .milliseconds(20)
        var isReached = false
        for _ in 0..<1_000_000 where !isReached {
            if case .deadline = try connection.next(before: deadline) { isReached = true }
        }
        #expect(isReached)
        try peer.stop()
    }

    @Test("A goodbye is heard")
    func farewell() throws {
        let peer = try ScriptedPeer(script: { message in
            if case .bye = message { return [.byeOK] }
            return []
        })
        let connection = try connect([peer.endpoint])
        while !connection.isAttached { _ = try connection.next(before: soon) }
        connection.leave(within: .seconds(20))
        #expect(peer.heard.contains(.bye(.leaving)))
        try peer.stop()
    }
}

/// A socket's file that is left behind when its process has gone.
enum Deserted {
    static func leave(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path is shorter than the field: both lie in the temporary directory.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        // The kernel reads a sockaddr of the length that goes with it.
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 { throw NeverHappened("bind \(errno)") }
    }
}
