package import PreferenceTree
package import Preferences

/// What a node answers to `get`.
package struct GetAnswer: Hashable, Sendable {
    package struct Unknown: Hashable, Sendable {
        package var key: String
        package var hint: String

        package var fault: ClientFault {
            ClientFault(.node(.unknownKey), "no definition covers \(key)", hint: hint)
        }
    }

    /// What all records have in common; none is initial.
    package var place: RecordPlace
    package var records: [Record]
    /// Keys that no definition covers.
    package var unknown: [Unknown]

    package init(_ body: Value) throws(ClientFault) {
        let answer = try AnswerMembers(body, of: .get)
        place = RecordPlace(
            at: try answer.text("at"), epoch: UInt64(try answer.count("epoch")), nodes: try answer.nodes("nodes"),
            age: try answer.interval("age"))
        records = []
        for members in try answer.members("records") { records.append(try Record(members)) }
        unknown = []
        for members in try answer.members("unknown") {
            unknown.append(Unknown(key: try members.text("key"), hint: try members.optionalText("hint") ?? ""))
        }
    }
}

extension Record {
    fileprivate init(_ members: AnswerMembers) throws(ClientFault) {
        let causes = try members.texts("causes")
        let stateText = try members.text("state")
        guard let state = RecordState(text: stateText) else {
            throw AnswerMembers.fault(.get, "has a state \"\(stateText)\"")
        }
        let value = members.value("value") ?? .null
        let explicit = try members.flag("explicit")
        // A record cannot tell a null from what cannot be lowered but by its causes.
        let isLowered = value != .null || !causes.contains { $0 == "overflow" || $0 == "undefined" }
        self.init(
            key: try Record.key(try members.text("key")), value: isLowered ? value : nil, explicit: explicit,
            revision: UInt64(try members.count("revision")), state: state, causes: causes,
            truncated: try members.flag("truncated"),
            reason: Reason(text: try members.optionalText("reason") ?? "") ?? .snapshot,
            cause: try members.optionalText("cause") ?? "",
            time: WallTime(microseconds: try members.optionalNumber("time") ?? 0),
            sources: try members.count32("sources"), staleSources: try members.count32("stale_sources"))
    }

    private static func key(_ text: String) throws(ClientFault) -> Key {
        do {
            return try Key(text)
        } catch {
            throw AnswerMembers.fault(.get, "has a key that is none: \(error)")
        }
    }
}
