package import PreferenceTree
package import Preferences

/// What became of a request.
package enum Answer: Hashable, Sendable {
    case body(Value)
    case fault(RequestFault)
    /// The session was lost after the request had left; what it asked for may or may not have been done.
    case lost
    case timedOut
}

extension RequestVerb {
    /// Whether asking twice, or asking another node, does no harm.
    package var isRead: Bool {
        switch self {
        case .get, .explain, .tree, .status, .sources, .keys, .ping: true
        case .forget, .drain, .reload: false
        }
    }
}

/// The questions of one client that have no answer yet.
///
/// A read is asked again in the next session; what writes is told as lost, because it may have been done.
struct OpenRequests: Sendable {
    /// The most that may be open at a node in one session (R16).
    private static let openAtNode = 1024

    private struct Open: Sendable {
        let target: String
        let verb: RequestVerb
        let body: ValueMap
        let deadline: Instant
        /// Whether a node without a catalog is asked again.
        let waits: Bool
        var parts: [Value] = []
        var isSent = false
        var retryAt = Instant.distantPast
    }

    private var open: [UInt64: Open] = [:]
    private var lastID: UInt64 = 0

    var isIdle: Bool { open.isEmpty }

    mutating func add(
        _ verb: RequestVerb, target: String, body: ValueMap, deadline: Instant, waits: Bool
    ) -> UInt64 {
        lastID &+= 1
        open[lastID] = Open(target: target, verb: verb, body: body, deadline: deadline, waits: waits)
        return lastID
    }

    /// The questions to send now, oldest first.
    mutating func due(at now: Instant) -> [RequestFrame] {
        if open.isEmpty { return [] }
        let room = OpenRequests.openAtNode - open.values.count { $0.isSent }
        let ids = open.filter { !$0.value.isSent && $0.value.retryAt <= now }.keys.sorted().prefix(max(0, room))
        return ids.compactMap { id in
            guard let request = open[id] else { return nil }
            open[id]?.isSent = true
            return RequestFrame(
                id: id, target: request.target, verb: request.verb, body: request.body,
                timeout: request.deadline.since(now))
        }
    }

    /// Joins the parts of an answer; a node without a catalog is asked again while there is time.
    mutating func receive(_ reply: ReplyFrame, at now: Instant) -> Answer? {
        guard var request = open[reply.id], request.isSent else { return nil }
        if let fault = reply.fault {
            let again = now + Publishing.catalogPause
            if request.waits, request.verb.isRead, fault.retry, fault.code == .noCatalog, again < request.deadline {
                request.isSent = false
                request.parts = []
                request.retryAt = again
                open[reply.id] = request
                return nil
            }
            open[reply.id] = nil
            return .fault(fault)
        }
        request.parts.append(reply.body)
        open[reply.id] = reply.last ? nil : request
        return reply.last ? .body(OpenRequests.join(request.parts)) : nil
    }

    private static func join(_ parts: [Value]) -> Value {
        if parts.count == 1 { return parts[0] }
        return .list(
            parts.flatMap { part -> [Value] in
                if case .list(let items) = part { items } else { [part] }
            })
    }

    /// The session is gone: reads wait for the next one, the ids of what wrote are returned.
    mutating func detached() -> [UInt64] {
        var lost: [UInt64] = []
        for (id, request) in open where request.isSent {
            if request.verb.isRead {
                open[id]?.isSent = false
                open[id]?.parts = []
            } else {
                open[id] = nil
                lost.append(id)
            }
        }
        return lost.sorted()
    }

    /// Removes and returns what has waited long enough.
    mutating func expire(at now: Instant) -> [UInt64] {
        let ids = open.filter { $0.value.deadline <= now }.keys.sorted()
        for id in ids { open[id] = nil }
        return ids
    }

    /// When something is due though nothing arrives.
    var nextDue: Instant? {
        open.values.map { !$0.isSent && $0.retryAt > .distantPast ? min($0.retryAt, $0.deadline) : $0.deadline }.min()
    }
}
