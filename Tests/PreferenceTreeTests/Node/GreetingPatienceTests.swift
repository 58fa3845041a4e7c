import PreferenceTree
import Preferences
import Testing

@Suite("A parent that is far away")
struct GreetingPatienceTests {
    @Test("is reached though its answer takes longer than a heartbeat")
    func farAway() throws {
        var uplink = Uplink(heartbeat: .milliseconds(100), deadAfter: .seconds(1), seed: 7)
        var now = Instant(nanoseconds: 1_000_000_000)
        var underWay: [(due: Instant, frame: Frame)] = []
        func carry(_ actions: [Uplink.Action]) throws {
            for case .send(let frame) in actions {
                guard case .hello(let hello) = frame.message else { continue }
                let welcome = Welcome(
                    attempt: hello.attempt, tree: "t", name: try NodeName("top"), incarnation: 1, version: 1,
                    software: "test", heartbeat: .milliseconds(100), deadAfter: .seconds(1), window: .standard,
                    path: PathFrame(steps: [], cutOff: nil), catalogHash: 0)
                underWay.append((now + .milliseconds(350), Frame(session: 1, message: .welcome(welcome))))
            }
        }
        try carry(uplink.start(at: now))
        for _ in 0..<60 where !uplink.isAttached {
            now = now + .milliseconds(50)
            for answer in underWay where answer.due <= now { _ = uplink.receive(answer.frame, at: now) }
            underWay.removeAll { $0.due <= now }
            try carry(uplink.tick(at: now, mayJudge: true) { Hello.test(attempt: $0) })
        }
        #expect(uplink.isAttached)
    }
}

extension Hello {
    static func test(attempt: UInt32) -> Hello {
        Hello(
            attempt: attempt, role: .node, tree: "t", name: "leaf", instance: 1, incarnation: 1, lowestVersion: 1,
            highestVersion: 1, software: "test", catalogHash: 0, rank: 0, height: 0, syncing: false,
            heartbeat: .milliseconds(100), deadAfter: .seconds(1), window: .standard)
    }
}
