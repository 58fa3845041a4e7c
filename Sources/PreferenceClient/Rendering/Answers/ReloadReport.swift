import PreferenceTree
package import Preferences

/// What a reload changes, or would change.
package struct ReloadReport: Hashable, Sendable {
    package struct Removal: Hashable, Sendable {
        package var key: String
        /// Live contributions that go with it.
        package var contributions: Int64
    }

    package var applied: Bool
    package var added: [String]
    package var removed: [Removal]
    package var changed: [String]
    /// Entries that take effect after a restart.
    package var restart: [String]
    package var diagnostics: [String]

    package init(_ body: Value) throws(ClientFault) {
        let members = try AnswerMembers(body, of: .reload)
        applied = try members.flag("applied")
        added = try members.texts("added")
        removed = []
        for removal in try members.members("removed") {
            removed.append(
                Removal(key: try removal.text("key"), contributions: try removal.count("contributions")))
        }
        changed = try members.texts("changed")
        restart = try members.texts("restart")
        diagnostics = try members.texts("diagnostics")
    }
}
