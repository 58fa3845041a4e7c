import PreferenceTree
import Preferences

// A reader of the scripted node: one client that asks once and goes.
extension ScriptedNode {
    static let reader = Hello(
        attempt: 1, role: .client, tree: "", name: "reader", instance: 99, incarnation: 99, lowestVersion: 1,
        highestVersion: 1, software: "test", catalogHash: 0, rank: 0, height: 0, syncing: false,
        heartbeat: .seconds(1), deadAfter: .seconds(3), window: .standard)

    /// What `get` answers for a key; nil: absent or no answer.
    mutating func value(_ key: Key) -> Value? {
        guard case .map(let body)? = ask(.get, [("keys", .list([.text(key.text)]))]),
            case .list(let records)? = body["records"], case .map(let record)? = records.first,
            record["explicit"] == .bool(true)
        else { return nil }
        return record["value"]
    }

    /// The coverage of nodes that `get` answers.
    mutating func coverage() -> [String: Int64] {
        guard case .map(let body)? = ask(.get, [("keys", .list([]))]), case .map(let nodes)? = body["nodes"] else {
            return [:]
        }
        var numbers: [String: Int64] = [:]
        for name in ["live", "stale", "missing", "expected"] {
            if case .int(let number)? = nodes[name] { numbers[name] = number }
        }
        return numbers
    }

    private mutating func ask(_ verb: RequestVerb, _ body: [(String, Value)]) -> Value? {
        let link = LinkID(number: 1_000)
        let before = sentDown.count
        from(link, .hello(ScriptedNode.reader))
        flush()
        let request = RequestFrame(
            id: 1, target: ".", verb: verb, body: ValueMap(body), timeout: .seconds(1))
        from(link, .request(request))
        flush()
        defer {
            handle(.linkClosed(link))
            flush()
            forgetLine(link)
        }
        for sent in sentDown[before...] where sent.link == link {
            if case .reply(let reply) = sent.message { return reply.body }
        }
        return nil
    }
}
