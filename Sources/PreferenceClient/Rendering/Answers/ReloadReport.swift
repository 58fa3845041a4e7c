import PreferenceTree
package import Preferences

/// What a reload changes, or would change.
package struct ReloadReport: Hashable, Sendable {
    package struct Removal: Hashable, Sendable {
        package var key: String
        /// Live contributions that go with it.
        package var contributions: Int64
    }

    /// What is different: of a key `policy`, of a setting its value. Both are as the file writes them.
    package struct Change: Hashable, Sendable {
        package var entry: String
        /// Nil: nothing is said there.
        package var old: String?
        package var new: String?
    }

    package var applied: Bool
    package var added: [String]
    package var removed: [Removal]
    package var changed: [String]
    /// By key, what of its definition; a node of another version may not say.
    package var differences: [String: [Change]]
    /// Settings that are taken over.
    package var settings: [Change]
    /// Entries that take effect after a restart.
    package var restart: [String]
    /// From what to what those change.
    package var restartChanges: [Change]
    /// What is to be known of the settings that are taken over.
    package var notes: [String]
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
        differences = [:]
        for entry in try members.members("differences") {
            differences[try entry.text("key")] = try ReloadReport.changes(entry, "changes")
        }
        settings = try ReloadReport.changes(members, "settings")
        restart = try members.texts("restart")
        restartChanges = try ReloadReport.changes(members, "restart_changes")
        notes = try members.texts("notes")
        diagnostics = try members.texts("diagnostics")
    }

    private static func changes(_ members: AnswerMembers, _ name: String) throws(ClientFault) -> [Change] {
        var changes: [Change] = []
        for change in try members.members(name) {
            changes.append(
                Change(
                    entry: try change.text("entry"), old: try change.optionalText("old"),
                    new: try change.optionalText("new")))
        }
        return changes
    }
}
