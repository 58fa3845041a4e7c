import PreferenceTree
import Preferences

/// Every source that must stand somewhere in the tree now, as the answers to its publisher say.
struct LivingSources {
    enum Life: Hashable {
        case durable
        /// Until the instant, unless the publisher goes on stating it.
        case leased(until: Int64, lease: Int64, isRefreshed: Bool)
        /// As long as the node's process with this incarnation.
        case process(UInt64)
        /// As long as the client that holds it.
        case held(client: Int)
    }

    struct Living {
        let name: String
        var value: Value
        var rank: Int32
        var life: Life
    }

    private struct Place: Hashable {
        let node: Int
        let key: Key
    }

    private var sources: [Place: [String: Living]] = [:]
    private var incarnations: [Int: UInt64] = [:]
    /// Every start of a node since it last lost its disk, and those whose disk is lost: what they acknowledged is void,
    /// even where the acknowledgement is read later.
    private var starts: [Int: [UInt64]] = [:]
    private var lostStarts: Set<UInt64> = []
    /// By key: everything ever stated, so that what a reader sees can be traced to somebody.
    private var stated: [Key: Set<Value>] = [:]

    mutating func stated(_ value: Value, for key: Key) { stated[key, default: []].insert(value) }

    mutating func settled(
        _ change: PendingStatements.Change, client: Int, node: Int, incarnation: UInt64, at now: Int64
    ) {
        guard let key = try? Key(change.statement.key) else { return }
        let statement = change.statement
        guard change.fault == nil, case .publish(let value) = statement.operation else {
            // Said again after a loss, a retraction may find that it was heard the first time.
            let place = Place(node: node, key: key)
            let isHeldHere = sources[place]?[statement.source]?.life == .held(client: client)
            let isRetracted =
                change.fault == nil || change.fault?.code == .notFound || (change.isRestated && isHeldHere)
            if isRetracted { sources[place]?[statement.source] = nil }
            if case .leased(let until, let lease, true)? = sources[place]?[statement.source]?.life {
                // A lease that is refused its refreshment runs out.
                sources[place]?[statement.source]?.life = .leased(until: until, lease: lease, isRefreshed: false)
            }
            return
        }
        if lostStarts.contains(incarnation), statement.lifetime != .held { return }
        let life: Life
        switch statement.lifetime {
        case nil, .durable: life = .durable
        case .ttl(let lease):
            let span = lease?.nanoseconds ?? 0
            life = .leased(until: now + span, lease: span, isRefreshed: change.isRefreshed)
        case .volatile: life = .process(incarnation)
        case .held: life = .held(client: client)
        }
        sources[Place(node: node, key: key), default: [:]][statement.source] = Living(
            name: statement.source, value: value, rank: statement.rank, life: life)
    }

    /// Everything that a client holds, in an order of its own.
    var held: [(node: Int, key: Key, source: String, client: Int)] {
        sources.flatMap { place, all in
            all.values.compactMap { source in
                if case .held(let client) = source.life { (place.node, place.key, source.name, client) } else { nil }
            }
        }.sorted { ($0.node, $0.key.text, $0.source) < ($1.node, $1.key.text, $1.source) }
    }

    mutating func clientEnded(_ client: Int) {
        for (place, all) in sources {
            for (name, source) in all where source.life == .held(client: client) { sources[place]?[name] = nil }
        }
    }

    mutating func nodeStarted(_ node: Int, incarnation: UInt64) {
        incarnations[node] = incarnation
        starts[node, default: []].append(incarnation)
    }

    /// Another boot: of what the disk kept, a lease begins anew (semantics §5).
    mutating func rebooted(_ node: Int, at now: Int64, keeps: (Key, SourceName) -> Bool) {
        for (place, all) in sources where place.node == node {
            for (name, source) in all {
                guard case .leased(let until, let lease, let isRefreshed) = source.life else { continue }
                guard let known = try? SourceName(name), keeps(place.key, known) else { continue }
                let end = max(until, now + lease)
                sources[place]?[name]?.life = .leased(until: end, lease: lease, isRefreshed: isRefreshed)
            }
        }
    }

    mutating func wiped(_ node: Int) {
        for place in sources.keys where place.node == node { sources[place] = nil }
        lostStarts.formUnion(starts.removeValue(forKey: node) ?? [])
    }

    func at(_ node: Int, _ key: Key, now: Int64) -> [Living] {
        guard let all = sources[Place(node: node, key: key)] else { return [] }
        return all.values.filter { source in
            switch source.life {
            case .durable, .held: true
            case .leased(let until, _, let isRefreshed): isRefreshed || now < until
            case .process(let incarnation): incarnations[node] == incarnation
            }
        }
    }

    /// Why a value can be no state of the key; nil: it can.
    func fault(in value: Value, of record: Record) -> String? {
        guard record.explicit, let known = stated[record.key] else { return nil }
        switch value {
        case .list(let members):
            for member in members where !known.contains(member) { return "nobody stated \(Brief.value(member))" }
            return LivingSources.repeated(members).map { "\($0) counts twice" }
        case .text(let text):
            if known.contains(value) { return nil }
            let parts = text.split(separator: ",").map { Value.text(String($0)) }
            for part in parts where !known.contains(part) { return "nobody stated \(Brief.value(part))" }
            return LivingSources.repeated(parts).map { "\($0) counts twice" }
        default: return nil
        }
    }

    /// The first source that two values name; a simulated text is `letters~source~number`.
    static func repeated(_ values: [Value]) -> String? {
        var seen: Set<Substring> = []
        for case .text(let text) in values {
            let parts = text.split(separator: "~")
            guard parts.count == 3 else { continue }
            if !seen.insert(parts[1]).inserted { return String(parts[1]) }
        }
        return nil
    }
}
