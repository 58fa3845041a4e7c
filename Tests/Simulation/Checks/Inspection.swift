import PreferenceTree
package import Preferences

/// What a node answers to `get`, asked over a link of the inspector's own, outside of time.
package struct Answer {
    package struct Shown {
        package let value: Value?
        package let explicit: Bool
        package let state: String
        let sources: Int64
        let staleSources: Int64
        package let causes: Value
    }

    package internal(set) var records: [Key: Shown] = [:]
    var live: Int64 = 0
    var stale: Int64 = 0
    var missing: Int64 = 0
    var unknown: [Value] = []
}

extension World {
    /// Asks a running node one thing, and returns the parts of its answer; empty: it did not answer at once.
    func ask(_ station: Station, _ verb: RequestVerb, _ body: [(String, Value)]) -> [ReplyFrame] {
        guard let node = station.node, node.tree != nil else { return [] }
        let link = newLink()
        node.probe = link
        node.probed = []
        let peer = PeerInfo(address: "inspector")
        let hello = Hello(
            attempt: 1, role: .client, tree: "", name: "inspector", instance: link.number, incarnation: link.number,
            lowestVersion: 1, highestVersion: 1, software: "sim", catalogHash: 0, rank: 0, height: 0, syncing: false,
            heartbeat: VirtualTime.timing.heartbeat, deadAfter: VirtualTime.timing.deadAfter, window: .standard)
        node.handle(.frame(link, Frame(message: .hello(hello)), peer), at: now)
        flush(station, node)
        guard let welcome = node.probed.first, case .welcome = welcome.message else { return [] }
        node.probed = []
        let request = RequestFrame(
            id: 1, target: ".", verb: verb, body: ValueMap(body), timeout: VirtualTime.interval(ticks: 5))
        node.handle(
            .frame(link, Frame(session: welcome.session, sequence: 1, message: .request(request)), peer), at: now)
        flush(station, node)
        let replies = node.probed.compactMap { if case .reply(let reply) = $0.message { reply } else { nil } }
        node.handle(.linkClosed(link), at: now)
        flush(station, node)
        node.probe = nil
        return replies
    }

    package func get(_ station: Station, _ keys: [Key]) -> Answer? {
        let replies = ask(station, .get, [("keys", .list(keys.map { .text($0.text) }))])
        guard let last = replies.last, last.last, last.fault == nil else { return nil }
        var answer = Answer()
        for reply in replies {
            guard case .map(let body) = reply.body else { return nil }
            if case .map(let nodes)? = body["nodes"] {
                answer.live = nodes.int("live")
                answer.stale = nodes.int("stale")
                answer.missing = nodes.int("missing")
            }
            if case .list(let unknown)? = body["unknown"] { answer.unknown += unknown }
            guard case .list(let records)? = body["records"] else { continue }
            for case .map(let record) in records {
                guard case .text(let name)? = record["key"], let key = try? Key(name) else { continue }
                answer.records[key] = Answer.Shown(record)
            }
        }
        return answer
    }
}

extension Answer.Shown {
    init(_ record: ValueMap) {
        causes = record["causes"] ?? .list([])
        // A null whose causes say that it cannot be lowered is no value at all.
        var isUnreadable = false
        if case .list(let why) = causes {
            isUnreadable = why.contains(.text("overflow")) || why.contains(.text("undefined"))
        }
        value = isUnreadable ? nil : record["value"]
        explicit = record["explicit"] == .bool(true)
        if case .text(let text)? = record["state"] { state = text } else { state = "?" }
        sources = record.int("sources")
        staleSources = record.int("stale_sources")
    }
}

extension ValueMap {
    package func int(_ name: String) -> Int64 { if case .int(let number)? = self[name] { number } else { -1 } }
}
