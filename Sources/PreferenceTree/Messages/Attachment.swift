package import Preferences

/// What a peer is to the node it attaches to.
package enum PeerRole: UInt8, Sendable {
    /// A daemon: it has a roster and contributions.
    case node = 0
    /// A publisher, subscriber or asker: a child that is not a node.
    case client = 1
}

/// How much one side may have sent that the other has not acknowledged yet (protocol R7).
///
/// Only frames under credit count. An acknowledgement opens the window again; a receiver that stops
/// acknowledging stops its sender.
package struct Window: Hashable, Sendable {
    package var bytes: UInt32
    package var frames: UInt32

    package init(bytes: UInt32, frames: UInt32) {
        self.bytes = bytes
        self.frames = frames
    }

    /// What a peer that says nothing else may have under way: 1 MiB in at most 32 frames.
    package static let standard = Window(bytes: 1 << 20, frames: 32)
}

/// The first frame of a child or client.
package struct Hello: Hashable, Sendable {
    /// Counts this peer's HELLOs; the answer names the one it belongs to.
    package var attempt: UInt32
    package var role: PeerRole
    package var tree: String
    /// A node's name; for a client any text that tells a person who it is, such as `prefctl.4711`.
    package var name: String
    /// Made with the data directory (a node) or at start (a client): the same instance is a return, not a newcomer.
    package var instance: UInt64
    /// Random per process start.
    package var incarnation: UInt64
    /// The oldest and newest protocol version that this peer speaks.
    package var lowestVersion: UInt8
    package var highestVersion: UInt8
    /// The program's version, for people.
    package var software: String
    package var catalogHash: UInt64
    package var rank: Int32
    /// How many levels of nodes are below; a leaf has 0.
    package var height: UInt8
    package var syncing: Bool
    package var heartbeat: Interval
    package var deadAfter: Interval
    package var window: Window

    package init(
        attempt: UInt32, role: PeerRole, tree: String, name: String, instance: UInt64, incarnation: UInt64,
        lowestVersion: UInt8, highestVersion: UInt8, software: String, catalogHash: UInt64, rank: Int32, height: UInt8,
        syncing: Bool, heartbeat: Interval, deadAfter: Interval, window: Window
    ) {
        self.attempt = attempt
        self.role = role
        self.tree = tree
        self.name = name
        self.instance = instance
        self.incarnation = incarnation
        self.lowestVersion = lowestVersion
        self.highestVersion = highestVersion
        self.software = software
        self.catalogHash = catalogHash
        self.rank = rank
        self.height = height
        self.syncing = syncing
        self.heartbeat = heartbeat
        self.deadAfter = deadAfter
        self.window = window
    }
}

/// One name of a path with the incarnation it had, so that a quick reconnect is never taken for a loop (L8).
package struct PathStep: Hashable, Sendable {
    package var name: NodeName
    package var incarnation: UInt64

    package init(name: NodeName, incarnation: UInt64) {
        self.name = name
        self.incarnation = incarnation
    }
}

/// The names from the topmost node to the parent, the parent last, and for how long the topmost one has been
/// without the parent it is configured to have (nil: it is the root).
package struct PathFrame: Hashable, Sendable {
    package var steps: [PathStep]
    package var cutOff: Interval?

    package init(steps: [PathStep], cutOff: Interval?) {
        self.steps = steps
        self.cutOff = cutOff
    }
}

/// The answer to a HELLO that begins a session.
package struct Welcome: Hashable, Sendable {
    package var attempt: UInt32
    package var tree: String
    package var name: NodeName
    package var incarnation: UInt64
    package var version: UInt8
    package var software: String
    /// The parent's timing governs the link.
    package var heartbeat: Interval
    package var deadAfter: Interval
    package var window: Window
    /// Ends with the answering node itself.
    package var path: PathFrame
    /// 0 while the node has no catalog.
    package var catalogHash: UInt64

    package init(
        attempt: UInt32, tree: String, name: NodeName, incarnation: UInt64, version: UInt8, software: String,
        heartbeat: Interval, deadAfter: Interval, window: Window, path: PathFrame, catalogHash: UInt64
    ) {
        self.attempt = attempt
        self.tree = tree
        self.name = name
        self.incarnation = incarnation
        self.version = version
        self.software = software
        self.heartbeat = heartbeat
        self.deadAfter = deadAfter
        self.window = window
        self.path = path
        self.catalogHash = catalogHash
    }
}

/// Why an attachment was refused; `message` names both sides and the remedy.
package struct Refusal: Hashable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        case otherTree = "other_tree"
        case nameTaken = "name_taken"
        case loop
        case version
        case limit
        case notAParent = "not_a_parent"
        case invalid
    }

    package var attempt: UInt32
    package var code: Code
    package var message: String

    package init(attempt: UInt32, code: Code, message: String) {
        self.attempt = attempt
        self.code = code
        self.message = message
    }
}

/// Why a session ends.
package enum Farewell: UInt8, Sendable {
    /// The process stops and may come back.
    case stopping = 0
    /// The node leaves its tree for good.
    case leaving = 1
    /// The node has attached elsewhere.
    case moved = 2
}

/// What a peer sent that cannot be understood.
package struct ProtocolFault: Hashable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        case malformed
        case unknownType = "unknown_type"
        case unexpected
        case limit
    }

    package var code: Code
    package var message: String

    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

/// The whole catalog in its canonical form (`Catalog`'s value), with its content hash.
package struct CatalogFrame: Hashable, Sendable {
    package var hash: UInt64
    package var definitions: Value

    package init(hash: UInt64, definitions: Value) {
        self.hash = hash
        self.definitions = definitions
    }
}
