import PreferenceTree
import PreferenceWire
import Preferences

/// One frame of every type, and those variants that a reader of the protocol would ask for, as they are on the wire.
///
/// Their bytes are in `Golden/`, where other languages read them too.
enum GoldenFrames {
    static func all() throws -> [(name: String, frame: Frame)] {
        try attachment() + tree() + session() + contributions() + clients() + requests()
    }

    private static func frame(_ sequence: UInt64, _ message: Message) -> Frame {
        Frame(session: 0x1122_3344_5566_7788, sequence: sequence, acknowledged: 41, message: message)
    }

    private static func hello(_ role: PeerRole, _ name: String) -> Hello {
        Hello(
            attempt: 1, role: role, tree: "plant", name: name, instance: 0x0102_0304_0506_0708,
            incarnation: 0xAABB_CCDD_EEFF_0011, lowestVersion: 1, highestVersion: 1, software: "0.1.0",
            catalogHash: role == .node ? 0xFEED : 0, rank: role == .node ? -3 : 0, height: role == .node ? 2 : 0,
            syncing: role == .node, heartbeat: .milliseconds(500), deadAfter: .seconds(3), window: .standard)
    }

    private static func path() throws -> PathFrame {
        PathFrame(
            steps: [
                PathStep(name: try NodeName("root"), incarnation: 7),
                PathStep(name: try NodeName("rack3"), incarnation: 9),
            ],
            cutOff: .seconds(2))
    }

    private static func attachment() throws -> [(String, Frame)] {
        let welcome = Welcome(
            attempt: 1, tree: "plant", name: try NodeName("rack3"), incarnation: 9, version: 1, software: "0.1.0",
            heartbeat: .milliseconds(500), deadAfter: .seconds(3), window: .standard, path: try path(),
            catalogHash: 0xFEED)
        return [
            ("hello-node", Frame(message: .hello(hello(.node, "cpu0")))),
            ("hello-client", Frame(message: .hello(hello(.client, "example.1")))),
            ("welcome", frame(0, .welcome(welcome))),
            (
                "refuse",
                Frame(
                    message: .refuse(
                        Refusal(attempt: 1, code: .otherTree, message: "this is a node of tree plant, not of lab")))
            ),
            ("say-hello", Frame(session: 0x1122_3344_5566_7788, message: .sayHello)),
        ]
    }

    private static func tree() throws -> [(String, Frame)] {
        let own = EntryReference(name: try NodeName("rack3"), id: 0x5EED)
        let below = EntryReference(name: try NodeName("cpu0"), id: 77)
        let roster = RosterFrame(
            entries: [
                RosterEntry(name: own.name, id: own.id, parent: nil, counted: true, presence: .live),
                RosterEntry(name: below.name, id: below.id, parent: own.name, counted: false, presence: .pending),
            ],
            removed: [EntryReference(name: try NodeName("cpu9"), id: 3)], complete: true)
        let catalog = CatalogFrame(
            hash: 0xFEED, definitions: .map(ValueMap([("pool.max_temp", .list([.text("float"), .text("max")]))])))
        return [
            ("roster", frame(1, .roster(roster))),
            (
                "verdict",
                frame(1, .verdict([Verdict(entry: own, owner: nil), Verdict(entry: below, owner: "/root/rack7")]))
            ),
            ("grant", frame(2, .grant([below]))),
            ("path", frame(3, .path(try path()))),
            ("path-root", frame(3, .path(PathFrame(steps: [], cutOff: nil)))),
            ("catalog", frame(4, .catalog(catalog))),
        ]
    }

    private static func session() -> [(String, Frame)] {
        [
            ("mark", frame(5, .mark)),
            ("watermark", frame(6, .watermark(300))),
            ("ping", frame(6, .ping)),
            ("credit", frame(6, .credit(.standard))),
            ("bye", frame(6, .bye(.stopping))),
            ("bye-ok", frame(6, .byeOK)),
            ("fault", frame(6, .fault(ProtocolFault(code: .unknownType, message: "unknown frame type 99 at byte 5")))),
        ]
    }
}

extension GoldenFrames {
    private static func contributions() throws -> [(String, Frame)] {
        var numbers = StateFrame()
        numbers.marks = [.begin, .end]
        numbers.catalogHash = 0xFEED
        numbers.names = [
            StateFrame.Name(id: 0, key: try Key("pool.max_temp")), StateFrame.Name(id: 1, key: try Key("pool.slots")),
        ]
        numbers.floatIDs = [0]
        numbers.floats = [71.25]
        numbers.intIDs = [1]
        numbers.ints = [-2]
        return [
            ("state-empty", frame(7, .state(StateFrame()))),
            ("state-numbers", frame(7, .state(numbers))),
            ("state-others", frame(8, .state(try others()))),
        ]
    }

    private static func others() throws -> StateFrame {
        var frame = StateFrame()
        frame.catalogHash = 0xFEED
        frame.released = [9]
        // −(2^70 + 1) × 2^−3
        let wide = try ExactNumber(ExactParts(isNegative: true, exponent: -3, mantissa: [1, 64]))
        frame.others = [
            StateFrame.Other(id: 2, partial: .value(.text("green"))),
            StateFrame.Other(id: 3, partial: .sum(ExactNumber(0.5))),
            StateFrame.Other(id: 4, partial: .sum(wide)),
            StateFrame.Other(id: 5, partial: .mean(ExactNumber(Int64(10)), count: 4)),
            StateFrame.Other(id: 6, partial: .count(12)),
            StateFrame.Other(id: 7, partial: nil),
        ]
        frame.removals = [StateFrame.Removal(id: 8, reason: .expired)]
        frame.coverageIDs = [2, 3]
        frame.liveSources = [5, 6]
        frame.staleSources = [0, 1]
        frame.conditions = [
            StateFrame.Condition(id: 2, state: [.quarantined, .truncated], causes: ["quarantined /root/rack3:cpu0"])
        ]
        frame.reasons = [StateFrame.Removal(id: 2, reason: .returned)]
        return frame
    }
}
