import PreferenceTree
package import Preferences

/// A definition, or a key that a pattern covers, as `keys` lists it.
package struct KeyEntry: Hashable, Sendable {
    /// The pattern itself for a definition of a pattern.
    package var key: String
    package var definedBy: String
    package var type: String
    package var policy: String
    package var defaultValue: Value
    package var nullable: Bool
    package var alias: String?
    package var unit: String?
    package var summary: String?
    package var lifetimes: [String]
    package var grace: Interval?
    package var ttl: Interval?
    package var separator: String?
    package var maximumBytes: Int64?
    package var maximumKeys: Int64?
    /// Whether something is explicit.
    package var present: Bool
    package var sources: Int64
    /// What of the definition the node's version does not know.
    package var unsupported: String?

    package static func list(_ body: Value) throws(ClientFault) -> [KeyEntry] {
        var entries: [KeyEntry] = []
        for members in try AnswerMembers.list(body, of: .keys) { entries.append(try KeyEntry(members)) }
        return entries
    }

    /// The type of the values that readers see; nil for one that this version does not know.
    package var loweredType: ValueType? {
        guard let type = ValueType(rawValue: type), let policy = Policy(rawValue: policy) else { return nil }
        return policy.loweredType(of: type)
    }

    private init(_ members: AnswerMembers) throws(ClientFault) {
        key = try members.text("key")
        definedBy = try members.optionalText("defined_by") ?? key
        type = try members.optionalText("type") ?? ""
        policy = try members.optionalText("policy") ?? ""
        defaultValue = members.value("default") ?? .null
        nullable = try members.flag("nullable")
        alias = try members.optionalText("alias")
        unit = try members.optionalText("unit")
        summary = try members.optionalText("description")
        lifetimes = try members.texts("lifetimes")
        grace = try members.interval("grace_ns")
        ttl = try members.interval("ttl_ns")
        separator = try members.optionalText("separator")
        maximumBytes = try members.optionalNumber("max_bytes")
        maximumKeys = try members.optionalNumber("max_keys")
        present = try members.flag("present")
        sources = try members.count("sources")
        unsupported = try members.optionalText("unsupported")
    }
}
