package import Preferences

/// What can be asked of a node. The body's members are in `docs/protocol.md`.
package enum RequestVerb: String, CaseIterable, Sendable {
    /// `keys`: [text], `stale_ok`?: bool → records; with `stale_ok` those that the node last had, where it is cut off.
    case get
    /// `key`: text → the fold as a tree.
    case explain
    /// → the topology below.
    case tree
    case status
    /// `pattern`?: text → contributions at this node.
    case sources
    /// `pattern`?: text → definitions and keys.
    case keys
    /// `path`: text → removes a dead node from the roster.
    case forget
    /// `undo`: bool.
    case drain
    /// `dry_run`: bool, `file`?: text → what a reload changes.
    case reload
    case ping
}

/// Error codes of every answer (docs/status.md): closed, documented, tested.
package enum FaultCode: String, CaseIterable, Sendable {
    case unknownKey = "unknown_key"
    case unknownNode = "unknown_node"
    case notFound = "not_found"
    case wrongType = "wrong_type"
    case invalidValue = "invalid_value"
    case invalidName = "invalid_name"
    case invalidRequest = "invalid_request"
    case tooLarge = "too_large"
    case limit
    case lifetime
    case held
    case noCatalog = "no_catalog"
    case storage
    case live
    case hasChildren = "has_children"
    case cutOff = "cut_off"
    case timeout
    case unsupported
    case configuration
}

/// A refusal that names the thing, the place and the remedy.
package struct RequestFault: Error, Hashable, Sendable {
    package var code: FaultCode
    package var message: String
    /// What to do next; empty when the message says it all.
    package var hint: String
    /// Whether the same may succeed later without a change.
    package var retry: Bool

    package init(code: FaultCode, message: String, hint: String = "", retry: Bool = false) {
        self.code = code
        self.message = message
        self.hint = hint
        self.retry = retry
    }
}

package struct RequestFrame: Hashable, Sendable {
    package var id: UInt64
    /// `/` the root, `.` the receiving node, else a path from the root.
    package var target: String
    package var verb: RequestVerb
    package var body: ValueMap
    /// How long the asker waits.
    package var timeout: Interval

    package init(id: UInt64, target: String, verb: RequestVerb, body: ValueMap, timeout: Interval) {
        self.id = id
        self.target = target
        self.verb = verb
        self.body = body
        self.timeout = timeout
    }
}

/// One part of an answer. Lists of several parts are joined in order; `last` ends it.
package struct ReplyFrame: Hashable, Sendable {
    /// Lists and maps nest at most this deep in a body: a value's own, and two for each node on the way to it.
    package static let maximumDepth = 4 * Value.maximumDepth

    package var id: UInt64
    package var body: Value
    package var fault: RequestFault?
    package var last: Bool

    package init(id: UInt64, body: Value, fault: RequestFault? = nil, last: Bool = true) {
        self.id = id
        self.body = body
        self.fault = fault
        self.last = last
    }
}

extension RequestFault: CustomStringConvertible {
    package var description: String { hint.isEmpty ? message : message + "; " + hint }
}
