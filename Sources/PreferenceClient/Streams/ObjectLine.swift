import PreferenceTree
import Preferences

/// `{"key","value","source"?,"rank"?,"ttl"?,"op"?}`: one statement as a JSON object.
enum ObjectLine {
    private static let members = ["key", "value", "source", "rank", "ttl", "op"]

    static func statement(
        _ bytes: [UInt8], defaults: StatementDefaults, types: StatementReader.Types
    ) throws(ClientFault) -> Statement {
        let object = try object(bytes)
        guard case .text(let name)? = object["key"] else {
            throw ClientFault(.node(.invalidRequest), "\"key\" is missing or no text")
        }
        let key = try StreamText.key(name)
        let source = try source(object["source"])
        switch object["op"] {
        case .text("retract"):
            if object["value"] != nil {
                throw ClientFault(.node(.invalidRequest), "a retraction has no \"value\"", hint: "leave it out")
            }
            return defaults.statement(.retract, key: key, source: source)
        case nil, .text("publish"):
            _ = try StreamText.type(of: key, types: types)
            guard let value = object["value"] else {
                throw ClientFault(
                    .node(.invalidValue), "\"value\" is missing", hint: "write \"op\":\"retract\" to retract")
            }
            return defaults.statement(
                .publish(value), key: key, source: source, rank: try rank(object["rank"]),
                lifetime: try lifetime(object["ttl"]))
        case .some:
            throw ClientFault(.node(.invalidRequest), "\"op\" is neither \"publish\" nor \"retract\"")
        }
    }

    private static func object(_ bytes: [UInt8]) throws(ClientFault) -> ValueMap {
        let value: Value
        do {
            value = try JSONReader.read(bytes)
        } catch {
            throw ClientFault(.node(.invalidRequest), "no JSON at column \(error.column): \(error.sentence)")
        }
        guard case .map(let object) = value else {
            throw ClientFault(.node(.invalidRequest), "no JSON object", hint: "write {\"key\":…,\"value\":…}")
        }
        for entry in object.entries where !members.contains(entry.key) {
            let near = Spelling.nearest(to: entry.key, among: members, atMost: 1).first
            throw ClientFault(
                .node(.invalidRequest), "a statement has no \"\(entry.key)\"",
                hint: near.map { "did you mean \"\($0)\"?" } ?? "it has \(members.joined(separator: ", "))")
        }
        return object
    }

    private static func source(_ value: Value?) throws(ClientFault) -> String? {
        guard let value else { return nil }
        guard case .text(let text) = value else {
            throw ClientFault(.node(.invalidName), "\"source\" is no text")
        }
        do {
            return try SourceName(text).text
        } catch {
            throw ClientFault(.node(.invalidName), "\"source\": \(error)")
        }
    }

    private static func rank(_ value: Value?) throws(ClientFault) -> Int32? {
        guard let value else { return nil }
        if case .int(let number) = value, let rank = Int32(exactly: number) { return rank }
        throw ClientFault(
            .node(.invalidRequest), "\"rank\" is no whole number from \(Int32.min) to \(Int32.max)")
    }

    private static func lifetime(_ value: Value?) throws(ClientFault) -> Lifetime? {
        guard let value else { return nil }
        guard case .text(let text) = value else {
            throw ClientFault(.node(.invalidRequest), "\"ttl\" is no text", hint: "write a duration, such as \"3m\"")
        }
        do {
            let ttl = try Interval(text)
            if ttl > .zero { return .ttl(ttl) }
        } catch {
            throw ClientFault(.node(.invalidRequest), "\"ttl\": \(error)")
        }
        throw ClientFault(.node(.invalidRequest), "\"ttl\": a contribution that ends at once is none")
    }
}
