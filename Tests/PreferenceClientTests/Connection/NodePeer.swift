import PreferenceTree
import PreferenceWire
import Preferences
import ZeroMQ

@testable import PreferenceClient

/// A root node's own core behind a peer's socket, without a disk: what it wants kept is kept at once, in memory.
struct NodeMind: PeerMind {
    private var node: TreeNode
    private let hear: (Message) -> Void
    private var encoder = FrameEncoder()
    private var decoder = FrameDecoder()

    init(_ definitions: [Definition], epoch: UInt64, hear: @escaping (Message) -> Void) throws {
        self.hear = hear
        var settings = NodeSettings(tree: "t", name: try NodeName("root"), hasParent: false, acceptsChildren: true)
        settings.timing.heartbeat = .milliseconds(200)
        settings.timing.deadAfter = .milliseconds(600)
        node = TreeNode(
            settings: settings, identity: NodeIdentity(instance: 1, incarnation: epoch, epoch: epoch, seed: epoch),
            catalog: Catalog(definitions), recovered: Recovered(), at: ClientConnection.now,
            wall: WallTime(microseconds: 1_700_000_000_000_000))
        node.start()
    }

    mutating func take(_ bytes: [UInt8], from sender: RoutingID) -> [(RoutingID, [UInt8])] {
        let link = LinkID(number: UInt64(sender.rawValue))
        guard let frame = try? decoder.decode(bytes) else { return [] }
        hear(frame.message)
        return handle(.frame(link, frame, PeerInfo(address: "unix", uid: 1, pid: 2, user: "tester")))
    }

    mutating func turn(saying said: [Message]) -> [(RoutingID, [UInt8])] { handle(.tick) + handle(.flush) }

    private mutating func handle(_ event: consuming Event) -> [(RoutingID, [UInt8])] {
        node.handle(event, at: ClientConnection.now, wall: WallTime(microseconds: 1_700_000_000_000_000))
        var sends: [(RoutingID, [UInt8])] = []
        for directive in node.takeDirectives() {
            switch directive {
            case .send(let link, let frame):
                var bytes: [UInt8] = []
                encoder.encode(frame, into: &bytes)
                sends.append((RoutingID(rawValue: UInt32(truncatingIfNeeded: link.number)), bytes))
            case .persist(let ticket, _): sends += handle(.persisted(ticket: ticket))
            default: break
            }
        }
        return sends
    }
}

extension ScriptedPeer {
    /// A root with a few keys; another epoch is another start.
    static func node(at path: String = ScriptedPeer.path(), epoch: UInt64 = 5) throws -> ScriptedPeer {
        let definitions = [
            Definition(pattern: try KeyPattern("n"), type: .int, policy: .sum),
            Definition(pattern: try KeyPattern("f"), type: .float, policy: .max),
            Definition(pattern: try KeyPattern("t"), type: .text, policy: .first),
            Definition(pattern: try KeyPattern("host.*"), type: .float, policy: .mean),
        ]
        return try ScriptedPeer(at: path) { hear in try NodeMind(definitions, epoch: epoch, hear: hear) }
    }
}
