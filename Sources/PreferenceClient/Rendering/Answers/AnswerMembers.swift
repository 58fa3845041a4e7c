import PreferenceTree
import Preferences

/// Reads the members of an answer; a node of another version may leave some out, but not send another kind.
struct AnswerMembers {
    private let map: ValueMap
    /// What was asked, for the message.
    private let verb: RequestVerb

    init(_ value: Value, of verb: RequestVerb) throws(ClientFault) {
        self.verb = verb
        guard case .map(let map) = value else { throw AnswerMembers.fault(verb, "is no map") }
        self.map = map
    }

    static func fault(_ verb: RequestVerb, _ what: String) -> ClientFault {
        ClientFault(
            .node(.unsupported), "the answer to \(verb.rawValue) \(what)",
            hint: "prefctl and the node are of versions that do not fit; compare prefctl --version")
    }

    static func list(_ value: Value, of verb: RequestVerb) throws(ClientFault) -> [AnswerMembers] {
        guard case .list(let elements) = value else { throw fault(verb, "is no list") }
        var members: [AnswerMembers] = []
        members.reserveCapacity(elements.count)
        for element in elements { members.append(try AnswerMembers(element, of: verb)) }
        return members
    }

    private func wrong(_ name: String) -> ClientFault {
        AnswerMembers.fault(verb, map[name] == nil ? "lacks \"\(name)\"" : "has a strange \"\(name)\"")
    }

    func value(_ name: String) -> Value? { map[name] }

    /// The whole answer with another member.
    func with(_ name: String, _ value: Value) -> ValueMap {
        var map = map
        map[name] = value
        return map
    }

    func text(_ name: String) throws(ClientFault) -> String {
        if case .text(let text)? = map[name] { return text }
        throw wrong(name)
    }

    /// Nil where it is not there or null.
    func optionalText(_ name: String) throws(ClientFault) -> String? {
        switch map[name] {
        case nil, .null: return nil
        case .text(let text): return text
        default: throw wrong(name)
        }
    }

    /// False where it is not there.
    func flag(_ name: String) throws(ClientFault) -> Bool {
        switch map[name] {
        case nil, .null: return false
        case .bool(let flag): return flag
        default: throw wrong(name)
        }
    }

    func optionalNumber(_ name: String) throws(ClientFault) -> Int64? {
        switch map[name] {
        case nil, .null: return nil
        case .int(let number): return number
        default: throw wrong(name)
        }
    }

    /// Zero where it is not there; never negative.
    func count(_ name: String) throws(ClientFault) -> Int64 { max(0, try optionalNumber(name) ?? 0) }

    func count32(_ name: String) throws(ClientFault) -> UInt32 { UInt32(clamping: try count(name)) }

    func time(_ name: String) throws(ClientFault) -> Timestamp? {
        guard let microseconds = try optionalNumber(name) else { return nil }
        return Timestamp(microsecondsSince1970: microseconds)
    }

    func interval(_ name: String) throws(ClientFault) -> Interval? {
        guard let nanoseconds = try optionalNumber(name) else { return nil }
        return Interval(nanoseconds: nanoseconds)
    }

    func texts(_ name: String) throws(ClientFault) -> [String] {
        guard let value = map[name] else { return [] }
        guard case .list(let elements) = value else { throw wrong(name) }
        var texts: [String] = []
        for element in elements {
            guard case .text(let text) = element else { throw wrong(name) }
            texts.append(text)
        }
        return texts
    }

    /// The maps of a list; none where it is not there.
    func members(_ name: String) throws(ClientFault) -> [AnswerMembers] {
        guard let value = map[name] else { return [] }
        return try AnswerMembers.list(value, of: verb)
    }

    /// The map under a name; nil where it is not there or null.
    func object(_ name: String) throws(ClientFault) -> AnswerMembers? {
        switch map[name] {
        case nil, .null: return nil
        case .some(let value): return try AnswerMembers(value, of: verb)
        }
    }

    func nodes(_ name: String) throws(ClientFault) -> NodeCoverage {
        guard let object = try object(name) else { return NodeCoverage(live: 0, stale: 0, missing: 0) }
        return NodeCoverage(
            live: try object.count32("live"), stale: try object.count32("stale"),
            missing: try object.count32("missing"))
    }
}
